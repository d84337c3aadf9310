# SPDX-License-Identifier: LGPL-2.1-or-later
# What is built says a line a file; with V=1 it is the command, with -s nothing.

MAKEFLAGS += --no-print-directory
silent = $(findstring s,$(firstword -$(MAKEFLAGS)))
say = $(if $(V),,@$(if $(silent),,printf '  %-3s %s\n' $(1) '$(patsubst $(O)/%,%,$@)';))
