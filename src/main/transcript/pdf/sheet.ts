import { PALETTE } from '../../../shared/map-image/palette'
import type { MapImage } from '../../../shared/map-image/shape'
import { paint, sizeOf } from './paint'
import { printable, type Printable } from './printable'
import type { Signs } from './signs'

/** The names of the typefaces in the document. */
export const UPRIGHT = 'upright'
export const ITALIC = 'italic'

/** The colours on paper: those of the light theme. */
export const { ink: INK, 'ink-3': QUIET, live: NAME } = PALETTE.light

/** How a text is set; lengths in points. */
export interface Look {
  size: number
  font?: typeof UPRIGHT | typeof ITALIC
  colour?: string
  /** The indentation of the text, and of its first line relative to that. */
  left?: number
  first?: number
  align?: 'left' | 'center'
}

/** A name at the beginning of a paragraph. */
export interface Lead {
  text: string
  font: typeof UPRIGHT | typeof ITALIC
  colour: string
}

/** A paragraph's role for screen readers, by PDF's names. */
export type Role = 'H1' | 'H2' | 'H3' | 'H4' | 'P'

/** The size of a portrait beside speech, in points. */
const FACE_POINTS = 18

/** The pages of a document, from top to bottom. */
export class Sheet {
  readonly #root: PDFKit.PDFStructureElement
  readonly #outline: PDFKit.PDFOutline[] = []
  readonly #pictures = new Map<string, Printable | undefined>()

  constructor(
    readonly doc: PDFKit.PDFDocument,
    private readonly signs: Signs
  ) {
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  get #left(): number {
    return this.doc.page.margins.left
  }
  get #width(): number {
    return this.doc.page.width - this.#left - this.doc.page.margins.right
  }

  /** Leaves space, unless a page has just begun. */
  space(points: number): void {
    if (this.doc.y > this.doc.page.margins.top) this.doc.y += points
  }

  /** Begins a new page if less than this is left of the current one. */
  keep(points: number): void {
    if (this.doc.y + points > this.doc.page.maxY()) this.doc.addPage()
  }

  /** Adds an entry to the document's outline that leads here: level 0 for a session, 1 for a scene in it. */
  entry(level: 0 | 1, title: string): void {
    const above = this.#outline[level - 1] ?? this.doc.outline
    // Its position is counted from the page's upper right corner.
    const place = { expanded: level === 0, left: this.doc.page.width, top: this.doc.y }
    this.#outline[level] = above.addItem(this.signs.fit(title), place)
    this.#outline.length = level + 1
  }

  /** Sets lines of text as one paragraph, the first after a name if there is one. */
  paragraph(role: Role, lines: readonly string[], look: Look, lead?: Lead): void {
    this.#root.add(this.doc.struct(role, {}, () => this.#lines(lines, look, lead)))
  }

  #lines(lines: readonly string[], { size, font = UPRIGHT, colour = INK, left = 0, first = 0, align = 'left' }: Look, lead: Lead | undefined): void {
    const { doc } = this
    const options: PDFKit.Mixins.TextOptions = { width: this.#width - left, lineGap: size * 0.18, align }
    const at = this.#left + left
    doc.fontSize(size)
    if (lead) {
      doc.font(lead.font).fillColor(lead.colour)
      doc.text(`${this.signs.fit(lead.text)}  `, at, doc.y, { ...options, indent: first, continued: true })
    }
    doc.font(font).fillColor(colour)
    for (const [i, line] of lines.entries()) {
      const text = this.signs.fit(line) || ' '
      if (i === 0 && lead) doc.text(text, { ...options, continued: false })
      else doc.text(text, at, doc.y, { ...options, indent: i === 0 ? first : 0 })
    }
    // A paragraph without lines still has to end the one that its name began.
    if (lead && lines.length === 0) doc.text(' ', { ...options, continued: false })
  }

  /** Paints an image in the middle, at most half a page high; `words` is its alternative text. */
  image(image: MapImage, words: string): void {
    const { doc } = this
    const { width, height, scale } = sizeOf(image, this.#width, doc.page.height / 2)
    this.keep(height + 40)
    const [x, y] = [this.#left + (this.#width - width) / 2, doc.y]
    this.#root.add(doc.struct('Figure', { alt: words }, () => paint(doc, image, { x, y, scale }, UPRIGHT, this.signs)))
    doc.x = this.#left
    doc.y = y + height
  }

  /** Sets a picture in the middle, at most half a page high; one that a PDF can't hold is described. `alt`: its alternative text, empty for a decorative one. */
  picture(src: string, alt: string): void {
    const { doc } = this
    const image = this.#printable(src)
    if (!image) {
      if (alt !== '') this.paragraph('P', [alt], { size: 9.5, font: ITALIC, colour: QUIET, align: 'center' })
      return
    }
    const scale = Math.min(0.75, this.#width / image.width, doc.page.height / 2 / image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    this.keep(height + 20)
    const [x, y] = [this.#left + (this.#width - width) / 2, doc.y]
    const paint = (): void => void doc.image(src, x, y, { width, height })
    if (alt === '') this.#artifact(paint)
    else this.#root.add(doc.struct('Figure', { alt }, paint))
    doc.x = this.#left
    doc.y = y + height
  }

  /** Sets a disc in front of the next paragraph: a portrait, or an initial where there is none that a PDF can hold. */
  face({ src, name, colour }: { src: string | undefined; name: string; colour: string }): void {
    const { doc } = this
    this.keep(FACE_POINTS + 4)
    const [middle, y] = [FACE_POINTS / 2, doc.y]
    this.#artifact(() => {
      doc.save().circle(this.#left + middle, y + middle, middle)
      const image = src === undefined ? undefined : this.#printable(src)
      if (image) {
        doc.clip().image(image.src, this.#left, y, { cover: [FACE_POINTS, FACE_POINTS], align: 'center', valign: 'center' })
        doc.restore()
      } else {
        doc.fill(colour).restore()
        const initial = this.signs.fit(Array.from(name)[0]?.toUpperCase() ?? '')
        doc.font(UPRIGHT).fontSize(9).fillColor('#ffffff')
        doc.text(initial, this.#left + middle - doc.widthOfString(initial) / 2, y + middle + 3, { lineBreak: false, baseline: 'alphabetic' })
      }
    })
    doc.x = this.#left
    doc.y = y
  }

  #printable(src: string): Printable | undefined {
    if (!this.#pictures.has(src)) this.#pictures.set(src, printable(src))
    return this.#pictures.get(src)
  }

  /** Draws what screen readers pass over. */
  #artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  /** Puts a number at the foot of every page. */
  numberPages(): void {
    const { doc } = this
    const { start, count } = doc.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      doc.switchToPage(page)
      const number = String(page + 1)
      doc.font(UPRIGHT).fontSize(9).fillColor(QUIET)
      const x = (doc.page.width - doc.widthOfString(number)) / 2
      doc.markContent('Artifact', { type: 'Pagination' })
      doc.text(number, x, doc.page.height - 52, { lineBreak: false })
      doc.endMarkedContent()
    }
  }
}
