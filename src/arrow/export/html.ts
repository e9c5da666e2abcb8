import { xmlText } from '../../shared/base/xml-text'
import type { ArrowDocument } from '../document'
import { writeArrow } from '../write'
import { change } from '../json/members'
import type { TranslationTable } from './csv'
import { keyedTexts } from './keyed-texts'
import { languageNamed } from './language'
import { withoutNotes } from './play-ready'

/** The player that an exported page holds: its script and its style, each with the SHA-256 that the page's policy names. */
export interface PagePlayer {
  readonly script: string
  readonly style: string
  readonly scriptHash: string
  readonly styleHash: string
}

/** The data that a page passes to its player. */
export interface PageStory {
  /** The document as JSON text. */
  readonly document: string
  readonly languages: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The pictures by the paths in the texts, as `data:` addresses. */
  readonly pictures?: Readonly<Record<string, string>>
  /** The portraits by the names of the document's characters, as `data:` addresses. */
  readonly portraits?: Readonly<Record<string, string>>
}

/** What a page holds besides its document and player. */
export interface PageExtras {
  readonly translations?: TranslationTable | undefined
  /** The pictures by the paths in the texts, as `data:` addresses. */
  readonly pictures?: ReadonlyMap<string, string> | undefined
  /** The portraits by the names of the document's characters, as `data:` addresses. */
  readonly portraits?: ReadonlyMap<string, string> | undefined
  /** The name of the language that the document was translated to, if it was. */
  readonly language?: string | undefined
}

/**
 * A document as one self-contained page that plays it, even from a disk: it contains the player and the story and fetches nothing. The story is data,
 * never HTML: `<` is written as `\u003c`, and the policy lets only the player's own script run.
 */
export function playablePage(
  document: ArrowDocument,
  player: PagePlayer,
  { translations, pictures, portraits, language = '' }: PageExtras = {}
): string {
  const story: PageStory = {
    document: writeArrow(change(withoutNotes(document), {})),
    languages: languagesOf(translations),
    ...(pictures && pictures.size > 0 && { pictures: Object.fromEntries(pictures) }),
    ...(portraits && portraits.size > 0 && { portraits: Object.fromEntries(portraits) })
  }
  const { lang, dir } = languageNamed(language, textOfPage(document))
  const policy = [
    `default-src 'none'`,
    `script-src '${player.scriptHash}'`,
    `style-src '${player.styleHash}'`,
    ...(story.pictures || story.portraits ? ['img-src data:'] : []),
    `base-uri 'none'`,
    `form-action 'none'`
  ].join('; ')
  return `<!doctype html>
<html lang="${lang}"${dir === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(document.title)}</title>
<style>${player.style}</style>
</head>
<body>
<main id="story"></main>
<noscript>This story needs JavaScript.</noscript>
<script type="application/json" id="story-data">${dataText(story)}</script>
<script>${player.script}</script>
</body>
</html>
`
}

/** What readers of a document see, one text a line. */
export const textOfPage = (document: ArrowDocument): string =>
  keyedTexts(document)
    .map(({ text }) => text)
    .join('\n')

/** JSON that can't end a script element or begin a comment, and has no line terminators that old JavaScript rejects. */
const dataText = (story: PageStory): string =>
  JSON.stringify(story).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const languagesOf = (table: TranslationTable | undefined): PageStory['languages'] =>
  Object.fromEntries(
    (table?.languages ?? []).map((language) => [
      language,
      Object.fromEntries([...(table?.rows ?? [])].flatMap(([key, { texts }]) => (texts[language] ? [[key, texts[language]]] : [])))
    ])
  )
