#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# All that uses the library inside a machine.
cd "$(dirname -- "$0")" || exit
status=0
./calls || status=1
./readings || status=1
./cpus || status=1
# nothing counts by itself on a simulated machine
counts_itself()
{
	[ "$(cat /sys/module/perfcnt/parameters/pmu)" != sim ]
}

! counts_itself || ./recordings || status=1
# MACHINE/states has all the others
STATES_CONTEXT=same ./states -v thread -v none -v regions || status=1
./parts || status=1
# a PC's slots are of the host's time here: x86_64/topdown has that
[ "$(uname -m)" = x86_64 ] || ./topdowns || status=1
./trees || status=1
echo '# with the shared library'
LD_LIBRARY_PATH=. ./parts-shared -T moved -T with_a_handler || status=1
! counts_itself || KTAP_HELPERS=./ktap_helpers.sh sh itself.sh || status=1
KTAP_HELPERS=./ktap_helpers.sh sh programs.sh || status=1
! counts_itself || KTAP_HELPERS=../ktap_helpers.sh sh unchanged/guest.sh || status=1
exit $status
