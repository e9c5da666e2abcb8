import { svgOf } from '../../shared/map-image/svg'
import { xmlAttribute, xmlText } from '../../shared/base/xml-text'
import type { Passage, Transcript } from './document'
import { STYLE } from './html-style'
import { paragraphs, type SummaryLine } from './words'

/** Paragraphs of a class; the first begins with `lead`, which is markup. */
const prose = (text: string, kind: string, lead = ''): string => {
  const [first = '', ...others] = paragraphs(text).map((lines) => lines.map(xmlText).join('<br>\n'))
  return [`<p class="${kind}">${lead}${first}</p>`, ...others.map((lines) => `<p class="${kind} on">${lines}</p>`)].join('\n')
}

/** A transcript as one self-contained page: no script, no other files, and nothing that could load one. */
export function htmlOf({ title, premise, span, passages, portraits }: Transcript): string {
  // Each portrait is in the page once, however often its character speaks.
  const faces = new Map([...(portraits ?? [])].map(([by, src], i) => [by, { name: `face-${i}`, src }]))
  const pictures = [...faces.values()].map(({ name, src }) => `.${name} { background-image: url('${src}'); }\n`).join('')
  const hasPictures = portraits !== undefined || passages.some(isPictured)
  const none = passages.length === 0 ? '<p class="turned">These beats hold no narration.</p>' : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${hasPictures ? '; img-src data:' : ''}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${xmlText(title)}</title>
<style>
${STYLE}${pictures}</style>
</head>
<body>
<main>
<header>
<h1>${xmlText(title)}</h1>
${premise === '' ? '' : `${prose(premise, 'premise')}\n`}<p class="span">${xmlText(span)}</p>
</header>
${none}${passages.map((passage) => passageMarkup(passage, portraits && ((by) => faces.get(by)?.name))).join('\n')}
</main>
</body>
</html>
`
}

/** Whether a passage shows a picture: its own, or a portrait on the map. */
const isPictured = (passage: Passage): boolean =>
  passage.kind === 'picture' ||
  (passage.kind === 'still' && passage.still.image.shapes.some((shape) => shape.kind === 'portrait' && shape.src !== undefined))

/** The class that shows the portrait of a speaker; undefined for one without a portrait. */
type FaceOf = (by: string) => string | undefined

/** The portrait of a speaker, or the initial. */
function faceMarkup({ who, hue, by = '' }: Extract<Passage, { kind: 'said' }>, faceOf: FaceOf): string {
  const face = faceOf(by)
  const name = xmlAttribute(who)
  return face === undefined
    ? `<span class="face hue-${hue}" aria-hidden="true">${xmlText(Array.from(who)[0]?.toUpperCase() ?? '')}</span> `
    : `<span class="face ${face} hue-${hue}" role="img" aria-label="${name}"></span> `
}

const passageMarkup = (passage: Passage, faceOf: FaceOf | undefined): string =>
  bodyMarkup(passage, faceOf) + (passage.wrote === undefined ? '' : `\n<p class="wrote">${xmlText(passage.wrote)}</p>`)

function bodyMarkup(passage: Passage, faceOf: FaceOf | undefined): string {
  switch (passage.kind) {
    case 'session':
      return `<h2>${xmlText(passage.title)}</h2>`
    case 'scene':
      return `<h3>${xmlText(passage.title)}</h3>${passage.place === undefined ? '' : `\n<p class="place">${xmlText(passage.place)}</p>`}`
    case 'told':
    case 'turned':
    case 'left-out':
      return prose(passage.text, passage.kind)
    case 'note':
      return `<aside class="note" aria-label="${xmlAttribute(passage.head)}">\n${prose(passage.text, 'note-text', `<b><bdi>${xmlText(passage.head)}</bdi></b> `)}\n</aside>`
    case 'said':
      return prose(
        passage.text,
        faceOf ? 'said faced' : 'said',
        `${faceOf ? faceMarkup(passage, faceOf) : ''}<b class="hue-${passage.hue}"><bdi>${xmlText(passage.who)}</bdi></b> `
      )
    case 'private':
      return prose(passage.text, 'private', `<i><bdi>${xmlText(passage.who)}</bdi></i> `)
    case 'result': {
      const rolls = passage.rolls.map((roll) => `<li>${xmlText(roll)}</li>`).join('')
      return prose(passage.text, 'result') + (rolls === '' ? '' : `\n<ul class="rolls">${rolls}</ul>`)
    }
    case 'picture':
      return `<figure class="picture"><img src="${xmlAttribute(passage.src)}" alt="${xmlAttribute(passage.alt)}"></figure>`
    case 'still':
      return `<figure>\n${svgOf(passage.still.image, (name) => `var(--${name})`)}<figcaption>${xmlText(passage.still.words)}</figcaption>\n</figure>`
    case 'summary':
  }
  return `<aside aria-label="${xmlAttribute(passage.title)}">\n<h4>${xmlText(passage.title)}</h4>\n${summaryMarkup(passage.lines)}\n</aside>`
}

function summaryMarkup(lines: readonly SummaryLine[]): string {
  return lines
    .map(({ kind, text }, i) => {
      if (kind === 'heading') return `<h5>${xmlText(text)}</h5>`
      if (kind === 'paragraph') return `<p>${xmlText(text)}</p>`
      const [begins, ends] = [lines[i - 1]?.kind !== 'item', lines[i + 1]?.kind !== 'item']
      return `${begins ? '<ul>\n' : ''}<li>${xmlText(text)}</li>${ends ? '\n</ul>' : ''}`
    })
    .join('\n')
}
