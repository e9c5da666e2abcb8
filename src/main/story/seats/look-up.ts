import type { ToolUse } from '../../../shared/table/agents'
import { own } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { recallWords } from '../../../shared/words/recall-words'
import { may, roleOf } from '../../engine/capabilities'
import { exitsWords, placeWords } from './place-words'
import { recallFrom, recallIn } from '../notes/recall'
import { viewOf } from './seat-view'
import type { Story } from '../story'
import type { ActionCall } from '../../../shared/story/play'
import type { Preview } from '../../../shared/table/turns'
import { changeLines } from '../compare/changes'
import type { OpenCampaign } from '../open-campaign'

/** The result that a call would have now, with the next beat's dice. Saves nothing. Throws Problem as playing it would. */
export function preview(campaign: Pick<OpenCampaign, 'snapshot' | 'resolve'>, call: ActionCall): Preview {
  const { state, lore, game } = campaign.snapshot
  const { answer, subject, rolls, writes, state: after } = campaign.resolve(call).outcome
  const log = writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
  return { answer, subject, log, rolls, changes: changeLines({ state, lore, game }, { state: after, lore, game }) }
}

/** Answers a tool that only reads: recall, get_location, get_exits. Throws Problem `refused` for a place where no player is. */
export function lookUp(story: Story, who: string, use: ToolUse): string {
  if (use.tool === 'recall') return recallWords(recallFrom(story.snapshot, who, recallIn(use.input), true))
  const { place: here, elsewhere = [], actors } = viewOf(story.snapshot, who)
  if (!here) return 'No character is in any place.'
  const places = [here, ...elsewhere]
  const named = use.input['place'] ?? here.id
  const place = places.find(({ id }) => id === named)
  if (!place)
    throw new Problem(
      'refused',
      `${use.tool} can't take "${String(named).slice(0, 60)}" for "place". Choose one of: ${places.map(({ id }) => id).join(', ')}.`
    )
  if (use.tool === 'get_exits') return exitsWords(place)
  // A role that may read secrets gets the whole place, with hidden features and searched ones.
  const whole = may(roleOf(who), 'read', 'secrets') ? own(story.snapshot.state.places, place.id) : undefined
  return placeWords(
    place,
    actors.filter((actor) => actor.location === place.id),
    whole
  )
}
