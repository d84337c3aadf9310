/* SPDX-License-Identifier: GPL-2.0 */
/* The files that were mapped: another one can be at their path by now, or seen from here. */
#ifndef PERFCNT_PROFILE_MAPPED_FILES_H
#define PERFCNT_PROFILE_MAPPED_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "samples.h"

/**
 * mapped_file_look() - find a file while a process maps it
 * @module: the file; it is opened, if nothing but its own end unmounts where it is, or its
 *	    path from here is no other way to it
 * @pid: the process
 * @start: where it is mapped
 * @length: how many bytes
 *
 * Does nothing if the file was found before, or the process has ended.
 */
void mapped_file_look(struct sample_module *module, uint32_t pid, uint64_t start,
		      uint64_t length);

/**
 * mapped_file_is_program() - is a file that was mapped a program or a library?
 * @module: a module that has a path; it gets why there is no such file if there is none
 *
 * Return: whether it is.
 */
bool mapped_file_is_program(struct sample_module *module);

/**
 * mapped_file_settle() - when the run has ended, keep what the file was that ran
 * @module: a program or a library; without a build-id it gets the size and the checksum,
 *	    or why there is no such file any more
 */
void mapped_file_settle(struct sample_module *module);

/**
 * mapped_file_open() - open the file of a module
 * @module: of a run that was made or read; its file becomes the caller's
 * @root: a folder that its path is below, or ""
 * @why: gets in words why there is none
 *
 * A file with a build-id is not yet compared.
 *
 * Return: a descriptor, or -1.
 */
int mapped_file_open(struct sample_module *module, const char *root, const char **why);

#endif /* PERFCNT_PROFILE_MAPPED_FILES_H */
