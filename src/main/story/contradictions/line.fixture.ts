import type { LogEntry } from '../../../shared/story/play'
import { logFile } from '../../../shared/story/layout'
import { firstNext } from '../../../shared/story/state'
import { nextFile } from '../../campaign/beat-files'
import { formatBeatMessage } from '../../campaign/beat-message'
import { type Commit, EMPTY_TREE } from '../../campaign/history'
import { listLine } from '../../campaign/lines'
import type { ObjectReader } from '../../campaign/parsed-files'
import { overlay } from '../edits/overlay'
import { sampleFiles, sampleLists } from './samples.fixture'

const SCENE = 'sessions/session-1/001-scene'
/** The id of the nth commit of such a line. */
export const idOf = (n: number): string => n.toString(16).padStart(40, '0')

/** A line of commits, one for each narration, in the sample campaign of cairn-hack. */
export function narratedLine(texts: readonly string[]): {
  objects: ObjectReader
  commits: Map<string, Commit>
  lists: ReturnType<typeof sampleLists>
} {
  const scene = `---\ntitle: One\nplace: throat-yard\npresent: {}\naim: Go on\nopened: 0\n---\n# One\n`
  const next = (n: number): string => nextFile({ ...firstNext('1'), beat: n, session: 1, scene: 1, phase: 'dm' })
  const first = new Map([...sampleFiles('cairn-hack'), ['current-scene', `${SCENE}\n`], [`${SCENE}/ABOUT.md`, scene], ['next', next(0)]])
  const bytes = (files: ReadonlyMap<string, string>): Map<string, Buffer> => new Map([...files].map(([path, text]) => [path, Buffer.from(text)]))
  let { objects, root } = overlay({ tree: () => new Map(), blob: () => Buffer.alloc(0) }, EMPTY_TREE, bytes(first))
  const commits = new Map<string, Commit>()
  const add = (n: number, message: string): void => {
    const author = { name: 'DM', email: 'dm@table' }
    commits.set(idOf(n), { id: idOf(n), tree: root, parents: n === 0 ? [] : [idOf(n - 1)], time: n, message, author })
  }
  add(0, 'The campaign begins\n\nAction: new\n')
  let log = listLine({ at: '', beat: 0, by: 'DM', kind: 'scene', text: 'One.' } satisfies LogEntry)
  for (const [i, text] of texts.entries()) {
    const beat = i + 1
    log += listLine({ at: '', beat, by: 'DM', kind: 'narration', text } satisfies LogEntry)
    const files = new Map([
      [logFile(SCENE, 1), log],
      ['next', next(beat)]
    ])
    ;({ objects, root } = overlay(objects, root, bytes(files)))
    const call = { kind: 'play' as const, action: 'narrate', actor: 'DM', params: {}, agent: 'hand' as const }
    add(beat, formatBeatMessage({ subject: text, call, beat, rolls: [], scene: SCENE, rules: 'x' }))
  }
  return { objects, commits, lists: sampleLists('cairn-hack') }
}
