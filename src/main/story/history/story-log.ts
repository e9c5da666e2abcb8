import { inText } from '../../../shared/words/contradiction-words'
import type { BeatContradictions } from '../../../shared/analysis/contradictions'
import type { StoryLine } from '../../../shared/contract/story-calls'
import { lineTo } from '../../campaign/commit-line'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { SceneWriters } from '../../../shared/story/writers'
import type { StoryReader } from '../reader'
import type { Writing } from '../writing/writing'

/** Every public log entry up to a commit, oldest first. Each has the commit of its beat if that is on this line. */
export function storyLog(campaign: StoryReader, head: string, contradictions: readonly BeatContradictions[] = []): StoryLine[] {
  const against = new Map(contradictions.map((one) => [one.commit, one.contradictions]))
  const byNumber = new Map<number, string>()
  const ends = new Map<string, string>()
  for (const commit of lineTo(campaign.history, head)) {
    const { beat } = parseBeatMessage(commit)
    byNumber.set(beat.n, commit.id)
    if (beat.scene !== undefined && !ends.has(beat.scene)) ends.set(beat.scene, commit.id)
  }
  return [...ends].toReversed().flatMap(([scene, end]) => {
    const { entries = [], refused = [] } = campaign.past.log(end, scene) ?? {}
    return entries.map((entry, i) => {
      const next = entries[i + 1]?.beat ?? Infinity
      const meanwhile = refused.filter(({ beat }) => beat > entry.beat && beat <= next)
      const commit = byNumber.get(entry.beat) ?? head
      const contradictions = entry.kind === 'narration' || entry.kind === 'speech' ? inText(against.get(commit) ?? [], entry.text) : []
      return {
        entry,
        scene,
        commit,
        ...(meanwhile.length === 0 ? {} : { refused: meanwhile }),
        ...(contradictions.length === 0 ? {} : { contradictions })
      }
    })
  })
}

/** The same lines with the writers of their texts. */
export async function withWriters(
  writing: Writing,
  head: string,
  lines: readonly StoryLine[],
  yieldThread: () => Promise<void>
): Promise<StoryLine[]> {
  const scenes = new Map<string, SceneWriters['entries']>()
  for (const { scene } of lines) if (!scenes.has(scene)) scenes.set(scene, [...((await writing.scene(head, scene, yieldThread))?.entries ?? [])])
  return lines.map((line) => ({ ...line, parts: scenes.get(line.scene)?.shift() ?? [] }))
}
