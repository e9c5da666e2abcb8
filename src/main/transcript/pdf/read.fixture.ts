import { inflateSync } from 'node:zlib'

/** The text that one can copy from the pages, read from the glyphs with the document's own tables. */
export function textOf(pdf: Uint8Array): string {
  const streams = streamsOf(Buffer.from(pdf))
  const fonts = streams.filter((stream) => stream.includes('beginbfrange')).map(signsOf)
  const pages = streams.filter((stream) => stream.includes('BT') && stream.includes(' Tf'))
  return pages
    .map((page) => {
      let font = fonts[0]
      return [...page.matchAll(/\/F(\d+) [\d.]+ Tf|<([0-9a-f]+)>|(ET)/g)]
        .map(([, number, glyphs, end]) => {
          if (number !== undefined) font = fonts[Number(number) - 1]
          return end === undefined ? (glyphs?.match(/.{4}/g) ?? []).map((glyph) => font?.[parseInt(glyph, 16)] ?? '?').join('') : '\n'
        })
        .join('')
    })
    .join('\n')
}

/** The document's compressed streams, as text, in order. */
function streamsOf(pdf: Buffer): string[] {
  const streams: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('endstream', at)
    if (pdf.subarray(at - 3, at).toString() === 'end' || end < 0) continue
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // A typeface, or another stream that isn't compressed.
    }
  }
  return streams
}

/** The characters of a font's glyphs. */
const signsOf = (map: string): string[] =>
  [...map.matchAll(/\[(.*?)\]/gs)].flatMap(([, list = '']) =>
    [...list.matchAll(/<(.*?)>/g)].map(([, codes = '']) =>
      codes
        .split(' ')
        .map((code) => String.fromCharCode(parseInt(code, 16)))
        .join('')
    )
  )

/** The number of pages in a document. */
export const pagesIn = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\n/g)?.length ?? 0

/** The titles in a document's outline. */
export const outlineOf = (pdf: Uint8Array): string[] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Dest \[.*\]\n\/Parent .*\n\/Title \((.*)\)\n/g)
  ].map(([, title = '']) => title)
