/* SPDX-License-Identifier: GPL-2.0 */
/* The banks: counters with even and with odd numbers, which count other events. */
#ifndef PERFCNT_TOOLS_BANK_H
#define PERFCNT_TOOLS_BANK_H

/* A counter's bank is its number modulo 2. */
enum bank {
	BANK_EVEN,
	BANK_ODD,
	BANK_COUNT,
};

/**
 * bank_of() - the bank of a counter
 * @counter: the counter's number
 *
 * Return: the bank.
 */
enum bank bank_of(unsigned int counter);

/**
 * bank_name() - what a bank is called
 * @bank: the bank
 *
 * Return: "even" or "odd".
 */
const char *bank_name(enum bank bank);

#endif /* PERFCNT_TOOLS_BANK_H */
