import { fileAt, type FileKind } from '../../shared/story/layout'
import type { Game } from '../../shared/story/game'
import type { Beat, LogEntry, Params } from '../../shared/story/play'
import { toProblem } from '../../shared/base/problem'
import { play } from '../engine/play'
import type { Outcome } from '../engine/outcome'
import { documentsOf } from './arrow-documents'
import type { NewFile } from './history'
import { splitFrontMatter } from './front-matter'
import type { Hydrated } from './hydrate'
import { readLog, readTalk } from './lines'
import { filesWithMutations, type OldFile } from './beat-files'
import { withoutBeat } from './notes/wikilinks'
import { beatMessage, digest, digestInTree } from './beat-message'
import { summaryTexts } from './summary-file'

/** A replayed beat. */
export interface ReplayedBeat {
  outcome: Outcome
  files: Map<string, NewFile>
  message: string
}

/** Replays a recorded beat from the parent's state, prose and files and the inputs of its call. Throws Problem. */
export function replayBeat(beat: Beat, params: Params, { state: before, lore }: Hydrated, old: OldFile, game: Game): ReplayedBeat {
  const call = {
    kind: beat.kind === 'skill' ? ('skill' as const) : ('play' as const),
    action: beat.action,
    actor: beat.actor,
    ...(beat.as === undefined ? {} : { as: beat.as }),
    params,
    agent: (beat.agent ?? 'hand') as 'hand'
  }
  const replayed = filesWithMutations(old, { state: before, lore }, play(before, call, game, undefined, documentsOf(lore, old)), game)
  const { outcome, files } = replayed
  return { outcome, files, message: beatMessage(call, outcome, before, game, files, beat) }
}

/** Restores params that a commit names only by a digest: finds the long texts in the beat's files by their digest. */
export function resolveParams(params: Params, beat: number, changed: ReadonlyMap<string, string>): Params {
  if (!Object.values(params).some((value) => digestInTree(value) !== undefined)) return params
  const texts = [...changed].flatMap(([path, text]) => textsIn(path, text, beat))
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => {
      const expected = digestInTree(value)
      return [key, expected === undefined ? value : (texts.find((text) => digest(text).startsWith(expected)) ?? value)]
    })
  )
}

/** Returns whether `resolveParams` may find a text in a file of this path. */
export const holdsTexts = (path: string): boolean => HOLDING_TEXTS.has(fileAt(path)?.kind)
const HOLDING_TEXTS: ReadonlySet<FileKind | undefined> = new Set([
  ...(['summary', 'timeline', 'session', 'sessionSummary', 'scene', 'sceneSummary', 'sceneTree', 'log', 'laterLog', 'talk'] as const),
  ...(['worldNote', 'playerNote', 'ruling', 'topic', 'actor', 'region', 'storyEvent'] as const)
])

function textsIn(path: string, text: string, beat: number): string[] {
  const kind = fileAt(path)?.kind
  try {
    switch (kind) {
      case 'log':
      case 'laterLog':
        return readLog(text, path)
          .filter((e: LogEntry) => e.beat === beat)
          .map((e) => e.text)
      case 'timeline':
        return text
          .split('\n')
          .filter((l) => l.startsWith('- {'))
          .map((l) => (JSON.parse(l.slice(2)) as { text: string }).text)
      case 'summary':
      case 'sessionSummary':
      case 'sceneSummary':
        return summaryTexts(text)
      case 'sceneTree':
        return [text]
      case 'session':
      case 'scene':
        return Object.values(splitFrontMatter(text, path).matter as Record<string, unknown>).filter((v) => typeof v === 'string')
      case 'talk':
        return readTalk(text, (name) => name)
          .filter((l) => l.beat === beat)
          .map((l) => l.text)
    }
    const { body } = splitFrontMatter(text, path)
    return [body, body.trim(), ...(kind === 'ruling' ? [withoutBeat(body.trim(), beat)] : [])]
  } catch (thrown) {
    // An unreadable file contains no text. The comparison of trees will report it.
    toProblem(thrown)
    return []
  }
}
