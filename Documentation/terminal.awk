# SPDX-License-Identifier: GPL-2.0
# awk -v prompt=PROMPT: a picture (SVG) of a terminal of 80 columns that shows the text.

function escaped(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	return text
}

{
	sub(/^    /, "")
	line[++lines] = $0
}

END {
	height = 18 * lines + 24
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"700\" height=\"%d\"", height
	printf " font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\""
	printf " font-size=\"14\" fill=\"#ddd\">\n"
	printf "<rect width=\"700\" height=\"%d\" rx=\"6\" fill=\"#1c1c1c\"/>\n", height
	for (i = 1; i <= lines; i++) {
		text = line[i]
		y = 18 * i + 8
		printf "<text x=\"14\" y=\"%d\" textLength=\"%.1f\" xml:space=\"preserve\">", y,
			8.4 * length(text)
		if (index(text, prompt) == 1) {
			printf "<tspan fill=\"#8c8\">%s</tspan>", prompt
			text = substr(text, length(prompt) + 1)
		}
		printf "%s</text>\n", escaped(text)
	}
	print "</svg>"
}
