// SPDX-License-Identifier: GPL-2.0
/*
 * One software event of each kind, as long as this runs: between tests, too, Linux
 * has no reason to patch its code; see keep_software_events().
 */
#include <unistd.h>

int main(void)
{
	pause();
	return 0;
}
