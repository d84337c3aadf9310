# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154
# A short film for decoders: ffmpeg's test picture, MPEG-2 of CIF size. ffmpeg is
# unpacked for that, run with its own libraries, and removed: 500 MB for 26 kB.

clip_frames=10

clip_fetch()
{
	local loader libraries

	with_unpack "$1" ffmpeg
	loader=$(find tree/lib* -name 'ld-linux*.so.*' | head -n 1)
	libraries=$(find tree -name 'lib*.so*' -printf '%h\n' | sort -u |
		paste -sd :)
	"$loader" --library-path "$libraries" tree/usr/bin/ffmpeg -nostdin \
		-f lavfi -i testsrc=size=352x288:rate=25 \
		-frames:v "$clip_frames" -c:v mpeg2video -flags bitexact clip.m2v
	rm -r tree
}

clip_make()
{
	cache_space 1000
	apt_fresh
	fetch_step 'making a film with ffmpeg' "$cache/log/clip" clip_fetch "$1"
}

# clip is the film's path.
need_clip()
{
	local key

	key=$(declare -f with_unpack clip_fetch |
		cache_key "$debian" "$clip_frames")
	cache_entry clip "$key" host_arch clip_make
	clip=$REPLY/clip.m2v
}
