import { deflateSync } from 'node:zlib'

/** A stream object, optionally compressed. `dict` is added to its dictionary. */
export function streamOf(content: string | Buffer, dict = '', compressed = false): Buffer {
  const body = compressed ? deflateSync(content) : Buffer.from(content)
  return Buffer.concat([
    Buffer.from(`<< ${dict} ${compressed ? '/Filter /FlateDecode ' : ''}/Length ${body.length} >>\nstream\n`),
    body,
    Buffer.from('\nendstream')
  ])
}

/** A PDF of numbered objects, the first of which is the catalog. `trailer` is added to the trailer's dictionary. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let at = parts[0]?.length ?? 0
  const offsets: number[] = []
  for (const [k, object] of objects.entries()) {
    offsets.push(at)
    const part = Buffer.concat([Buffer.from(`${k + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    at += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
    )
  )
  return Buffer.concat(parts)
}

/** A PDF with a text on each page; a page without text represents a scan. `catalog` is added to the catalog's dictionary. */
export function textPdf(pages: readonly (string | Buffer)[], catalog = ''): Buffer {
  const kids = pages.map((_, k) => `${4 + 2 * k} 0 R`).join(' ')
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, k) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents ${5 + 2 * k} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      typeof page === 'string' ? streamOf(linesOf(page)) : page
    ])
  ])
}

/** The stream of a page with each text at its position, in the order of drawing. */
export const placedTexts = (texts: readonly (readonly [x: number, y: number, text: string])[]): Buffer =>
  streamOf(texts.map(([x, y, text]) => `BT /F1 9 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`).join(' '))

/** A PDF of one page with a text, and with these annotations, which are also the fields of its form. */
export const annotatedPdf = (text: string, annotations: readonly string[]): Buffer =>
  pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${annotations.map((_, k) => `${6 + k} 0 R`).join(' ')}] >> >>`,
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> /Annots [${annotations.map((_, k) => `${6 + k} 0 R`).join(' ')}] >>`,
    streamOf(linesOf(text)),
    ...annotations.map((one, k) => `<< /Type /Annot /F 4 /Rect [20 ${20 + 20 * k} 90 ${35 + 20 * k}] ${one} >>`)
  ])

const linesOf = (text: string): string =>
  text === ''
    ? '0 0 300 300 re f'
    : `BT /F1 9 Tf 12 TL 20 280 Td ${text
        .split('\n')
        .map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
        .join(' ')} ET`

/** A PDF whose pages name a predefined map from codes to glyphs without a map to characters. `hex` is the text of a page in those codes. */
export function mappedPdf(pages: readonly { encoding: string; ordering: string; hex: string }[]): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, k) => `${4 + 4 * k} 0 R`).join(' ')}] >>`,
    '<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ...pages.flatMap(({ encoding, ordering, hex }, k) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents ${5 + 4 * k} 0 R /Resources << /Font << /F1 ${6 + 4 * k} 0 R >> >> >>`,
      streamOf(`BT /F1 12 Tf 20 200 Td <${hex}> Tj ET`),
      `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${encoding} /DescendantFonts [${7 + 4 * k} 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor 3 0 R /DW 1000 >>`
    ])
  ])
}
