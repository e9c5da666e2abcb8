import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type ArrowDocument, connect, createNode, readArrow, saveArrow, updateNode } from '../../../arrow'
import { mergeSteps } from './merge'

const PATH = 'world/story/storm/scene.arrow'
const text = readFileSync(new URL('../../../arrow/fixtures/untitled-new-project.arrow', import.meta.url), 'utf8')
const opened = readArrow(text).document
const saved = (document: ArrowDocument, minute: number): string => saveArrow(document, opened, `2026-01-02 03:0${minute}:00`)
const say = (document: ArrowDocument, content: string): ArrowDocument => updateNode(document, 2, { data: { title: 'Hello World!', content } })

/** The text after a step, where the file holds `now`. */
function applied(from: string, to: string, now: string): { text?: string; conflicts: string[] } {
  const { files, conflicts } = mergeSteps([{ path: PATH, from: Buffer.from(from), to: Buffer.from(to) }], () => Buffer.from(now))
  const bytes = files.get(PATH)
  return { ...(bytes ? { text: bytes.toString() } : {}), conflicts: conflicts.map(({ what }) => what) }
}

it('the undo of an edit of an Arrow document keeps other nodes and the time of the last save', () => {
  const { document: marked, id } = createNode(opened, { type: 'marker', scene: 0, offset: [500, 100] })
  const later = connect(marked, [2, 0, id, 0])
  const undone = applied(saved(say(opened, 'A'), 1), text, saved(say(later, 'A'), 2))
  expect(undone.conflicts).toEqual([])
  expect(undone.text).toBe(saved(later, 2))
})

it('an edit of the same node since is a conflict that names it', () => {
  const refused = applied(saved(say(opened, 'A'), 1), text, saved(say(opened, 'B'), 2))
  expect(refused).toEqual({ conflicts: [`the content of “2” has changed since in ${PATH}`] })
})

it('a broken document is merged line by line', () => {
  const cut = (document: string): string => document.slice(0, -20)
  const undone = applied(cut(saved(say(opened, 'A'), 1)), cut(text), `${cut(saved(say(opened, 'A'), 1))}\n`)
  expect(undone).toEqual({ text: `${cut(text)}\n`, conflicts: [] })
})
