/* SPDX-License-Identifier: GPL-2.0 */
/* How many objects the kernel has allocated from its caches. */
#ifndef SLAB_H
#define SLAB_H

/**
 * slab_objects() - how many objects there are of some caches
 * @prefix: what their names begin with
 *
 * What a CPU keeps of a cache for itself would count as objects, free or not: it is
 * taken from it first.
 *
 * Context: root.
 * Return: that; or -1 if there is no such cache, or the kernel does not say.
 */
long slab_objects(const char *prefix);

#endif /* SLAB_H */
