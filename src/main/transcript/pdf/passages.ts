import { PALETTE } from '../../../shared/map-image/palette'
import type { Passage, Transcript } from '../document'
import { paragraphs, type SummaryLine } from '../words'
import { ITALIC, NAME, QUIET, UPRIGHT, type Lead, type Look, type Sheet } from './sheet'

const TEXT_POINTS = 11
const SMALL_POINTS = 9.5
/** The indentation of speech and results, in points. */
const INDENT_POINTS = 16

const STORY: Look = { size: TEXT_POINTS }
const SAID: Look = { size: TEXT_POINTS, left: INDENT_POINTS, first: -INDENT_POINTS }
/** Speech beside a portrait, without the hanging indentation. */
const FACED: Look = { size: TEXT_POINTS, left: INDENT_POINTS + 8 }
const RESULT: Look = { size: SMALL_POINTS, colour: QUIET, left: INDENT_POINTS }

/** Sets title, premise and span at the top of the first page. */
export function setTitle(sheet: Sheet, { title, premise, span, passages }: Transcript): void {
  sheet.paragraph('H1', [title], { size: 26 })
  sheet.space(10)
  for (const lines of paragraphs(premise)) {
    sheet.paragraph('P', lines, { size: TEXT_POINTS, font: ITALIC })
    sheet.space(6)
  }
  sheet.paragraph('P', [span], { size: SMALL_POINTS, colour: QUIET })
  sheet.space(18)
  if (passages.length === 0) sheet.paragraph('P', ['These beats hold no narration.'], { size: TEXT_POINTS, font: ITALIC })
}

/** Sets a passage below the previous one, with its writers if named. If anybody has a portrait, all speakers have one or an initial. */
export function setPassage(sheet: Sheet, passage: Passage, portraits: Transcript['portraits']): void {
  setBody(sheet, passage, portraits)
  if (passage.wrote === undefined) return
  sheet.paragraph('P', [passage.wrote], { size: 8, colour: QUIET, left: INDENT_POINTS })
  sheet.space(6)
}

function setBody(sheet: Sheet, passage: Passage, portraits: Transcript['portraits']): void {
  switch (passage.kind) {
    case 'session':
      sheet.space(22)
      sheet.keep(160)
      sheet.entry(0, passage.title)
      sheet.paragraph('H2', [passage.title], { size: 18 })
      return sheet.space(4)
    case 'scene':
      sheet.space(16)
      sheet.keep(110)
      sheet.entry(1, passage.title)
      sheet.paragraph('H3', [passage.title], { size: 13.5 })
      if (passage.place !== undefined) sheet.paragraph('P', [passage.place], { size: SMALL_POINTS, colour: QUIET })
      return sheet.space(7)
    case 'told':
      return prose(sheet, passage.text, STORY)
    case 'turned':
      return prose(sheet, passage.text, { size: TEXT_POINTS, font: ITALIC, colour: QUIET, align: 'center' })
    case 'picture':
      sheet.space(10)
      sheet.picture(passage.src, passage.alt)
      return sheet.space(10)
    case 'said':
      if (portraits) sheet.face({ src: portraits.get(passage.by ?? ''), name: passage.who, colour: PALETTE.light[`hue-${passage.hue}`] })
      return prose(sheet, passage.text, portraits ? FACED : SAID, { text: passage.who, font: UPRIGHT, colour: PALETTE.light[`hue-${passage.hue}`] })
    case 'private':
      return prose(sheet, passage.text, { ...SAID, colour: QUIET }, { text: passage.who, font: ITALIC, colour: NAME })
    case 'result':
      prose(sheet, passage.text, RESULT, undefined, passage.rolls.length > 0 ? 1 : 6)
      for (const roll of passage.rolls)
        sheet.paragraph('P', [roll], { size: 8.5, font: ITALIC, colour: QUIET, left: INDENT_POINTS * 2, first: -INDENT_POINTS / 2 })
      return sheet.space(passage.rolls.length > 0 ? 6 : 0)
    case 'left-out':
      return prose(sheet, passage.text, { size: SMALL_POINTS, font: ITALIC, colour: QUIET, align: 'center' })
    case 'note':
      return prose(sheet, passage.text, RESULT, { text: passage.head, font: UPRIGHT, colour: NAME })
    case 'still':
      sheet.space(14)
      sheet.image(passage.still.image, passage.still.words)
      sheet.space(6)
      sheet.paragraph('P', [passage.still.words], { size: SMALL_POINTS, font: ITALIC, colour: QUIET, align: 'center' })
      return sheet.space(10)
    case 'summary':
      sheet.space(12)
      sheet.keep(60)
      sheet.paragraph('H4', [passage.title], { size: TEXT_POINTS })
      for (const line of passage.lines) summaryLine(sheet, line)
      return sheet.space(8)
  }
}

function prose(sheet: Sheet, text: string, look: Look, lead?: Lead, after = 6): void {
  const [begins = [], ...others] = paragraphs(text)
  sheet.paragraph('P', begins, look, lead)
  sheet.space(after)
  for (const lines of others) {
    sheet.paragraph('P', lines, { ...look, first: 0 })
    sheet.space(after)
  }
}

function summaryLine(sheet: Sheet, { kind, text }: SummaryLine): void {
  sheet.space(kind === 'item' ? 1 : 4)
  if (kind === 'heading') sheet.paragraph('P', [text], { size: SMALL_POINTS, font: ITALIC, colour: QUIET, left: INDENT_POINTS })
  else if (kind === 'item') sheet.paragraph('P', [`•  ${text}`], { size: SMALL_POINTS, colour: QUIET, left: INDENT_POINTS + 11, first: -11 })
  else sheet.paragraph('P', [text], { size: SMALL_POINTS, colour: QUIET, left: INDENT_POINTS })
}
