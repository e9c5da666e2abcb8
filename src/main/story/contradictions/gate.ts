import { quoted } from '../../../shared/words/contradiction-words'
import type { Contradiction } from '../../../shared/analysis/contradictions'
import type { ActionCall } from '../../../shared/story/play'
import { resolveCall } from '../../campaign/beat-files'
import type { Story } from '../story'
import { contradictionsIn } from './find'

/**
 * Why a narration is returned before it is played: its statements that contradict the record. Undefined if there are none. Also undefined for calls
 * other than `narrate`, because a reason must not tell players what they don't know. Throws Problem as playing the call would.
 */
export function contradictionReason(story: Story, call: ActionCall): string | undefined {
  if (call.kind !== 'play' || call.action !== 'narrate') return undefined
  const { state: before, lore, pages, game } = story.snapshot
  const { outcome } = resolveCall({ state: before, game }, call, () => undefined)
  const earlier = pages().log
  const contradictions = outcome.writes.flatMap((write) =>
    write.kind === 'log' ? contradictionsIn({ before, after: outcome.state, lore, game, earlier, entry: write.entry }) : []
  )
  return contradictions.length === 0 ? undefined : `Not told yet, because the record says otherwise. ${contradictions.map(words).join(' ')} ${INSIST}`
}

const INSIST = 'Put it differently. If you are sure, send it again as it is, and it is told.'

const words = ({ quote, fact, source }: Contradiction): string =>
  `${quoted(quote)} But: ${fact} (${'file' in source ? source.file : `beat ${source.beat}`})`
