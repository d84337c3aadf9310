/* SPDX-License-Identifier: GPL-2.0 */
/* The files that were mapped: another one can be at their path by now, or seen from here. */
#ifndef PERFCNT_PROFILE_MAPPED_FILES_H
#define PERFCNT_PROFILE_MAPPED_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "samples.h"

/*
 * Finds a file while a process maps it: @length bytes at @start.  The file is opened, if nothing
 * but its own end unmounts where it is, or its path from here is no other way to it.  Does nothing
 * if the file was found before, or the process has ended.
 */
void mapped_file_look(struct sample_module *module, uint32_t pid, uint64_t start,
		      uint64_t length);

/*
 * Is a file that was mapped a program or a library?  The module, which has a path, gets why there
 * is no such file if there is none.
 */
bool mapped_file_is_program(struct sample_module *module);

/*
 * When the run has ended, keeps what the file, a program or a library, was that ran; without a
 * build-id the module gets the size and the checksum, or why there is no such file any more.
 */
void mapped_file_settle(struct sample_module *module);

/*
 * Opens the file of a module of a run that was made or read; its file becomes the caller's.  @root
 * is a folder that its path is below, or "".  A file with a build-id is not yet compared.  Returns
 * a descriptor, or -1, and in @why, in words, why there is none.
 */
int mapped_file_open(struct sample_module *module, const char *root, const char **why);

#endif /* PERFCNT_PROFILE_MAPPED_FILES_H */
