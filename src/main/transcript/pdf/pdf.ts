import Document from 'pdfkit'
import type { Transcript } from '../document'
import { literata } from '../font/typeface'
import { Sheet, UPRIGHT, ITALIC } from './sheet'
import { setPassage, setTitle } from './passages'
import { Signs } from './signs'

/** A transcript as a PDF, and notes for its reader. */
export interface Printed {
  bytes: Uint8Array
  notes: string[]
}

/** Sets a transcript as a PDF of A4 pages with an outline and tags. Awaits `onPassage` after each passage. Equal transcripts, equal bytes. */
export async function pdfOf(transcript: Transcript, onPassage: (done: number) => void | Promise<void>): Promise<Printed> {
  const { upright, italic } = literata()
  const signs = new Signs((sign) => upright.has(sign) && italic.has(sign))
  const doc = new Document({
    size: 'A4',
    margins: { top: 76, bottom: 84, left: 88, right: 88 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    // No default typeface, because the library's isn't in the bundle.
    font: '',
    info: { Title: transcript.title, Creator: 'Proscenium', Producer: 'Proscenium', CreationDate: new Date(transcript.time) }
  })
  const pieces: Uint8Array[] = []
  doc.on('data', (piece: Uint8Array) => pieces.push(piece))
  const whole = new Promise((done, fail) => doc.once('end', done).once('error', fail))
  doc.registerFont(UPRIGHT, upright.bytes)
  doc.registerFont(ITALIC, italic.bytes)
  const sheet = new Sheet(doc, signs)
  setTitle(sheet, transcript)
  for (const [i, passage] of transcript.passages.entries()) {
    setPassage(sheet, passage, transcript.portraits)
    await onPassage(i + 1)
  }
  sheet.numberPages()
  doc.end()
  await whole
  return { bytes: Buffer.concat(pieces), notes: signs.notes }
}
