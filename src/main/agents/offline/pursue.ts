import type { ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import { noteOn, running, wantWords, type Running } from './aims'
import { frame, type Slots } from './frame'
import { placeName, sentence, the } from './grammar'
import type { Mind } from './mind'
import { slotsFor, tell } from './narrate'
import * as ends from './phrases/ends'
import { actionsIn, offerOf, since } from './read'
import { MET_RULING, ruleChosen, ruleMet } from './rulings'
import { person, type Voice } from './voice'

/** Whether one of some frames has been told in this scene, and what has been done and said since. */
function toldSince(view: View, frames: readonly string[]): View['log'] | undefined {
  const is = (text: string): boolean => frames.some((one) => frame(one).pattern.test(text))
  return view.log.some((entry) => is(entry.text)) ? since(view.log, (entry) => is(entry.text)) : undefined
}

/**
 * Settles what a scene without a story event pursues, one call after the other: that it is got, who has it where two want it, by what ruling, and the
 * note that says so. Undefined as long as it is open.
 */
export function settle(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const pursued = running(view)
  if (!pursued || (!pursued.isMet && (pursued.lead || pursued.who.isBounded))) return undefined
  const slots = slotsOf(view, voice, pursued)
  mind.note(`What ${pursued.who.name} wanted is settled: ${pursued.want}`)
  const isSettled = toldSince(view, ends.SETTLED)
  if (!isSettled) return narrated(tell(voice, ends.SETTLED, slots))
  return choice(view, offers, pursued, slots, mind, voice) ?? ruleMet(view, offers, pursued, mind) ?? note(view, pursued)
}

const narrated = (text: string | undefined): ToolUse | undefined => (text === undefined ? undefined : { tool: 'narrate', input: { text } })

function slotsOf(view: View, voice: Voice, { who, want, rival, lead }: Running): Slots {
  const actor = view.actors.find(({ id }) => id === who.id) ?? who
  return {
    ...slotsFor(view, voice),
    ...person('n', actor),
    want: wantWords(view, want),
    rival: rival?.name,
    lead: lead ? (lead.kind === 'feature' ? the(lead.name) : placeName(lead.name)) : undefined
  }
}

/** Where two want the same, the players are asked who is to have it; whoever of the two they name last has it. */
function choice(view: View, offers: readonly Offer[], { who, want, rival }: Running, slots: Slots, mind: Mind, voice: Voice): ToolUse | undefined {
  if (!rival || !rival.place || rival.place !== view.place?.id) return undefined
  const isAsked = toldSince(view, ends.CHOICE)
  if (!isAsked) return narrated(tell(voice, ends.CHOICE, slots))
  if (!isAsked.some((entry) => view.party.includes(entry.by)))
    return offerOf(offers, 'call_on') ? { tool: 'call_on', input: { who: ['all'] } } : undefined
  const chosen = view.log.find(({ text }) => ends.CHOSEN.some((one) => frame(one).pattern.test(text)))
  if (chosen) {
    const [has, other] = [who.name, rival.name].toSorted((a, b) => chosen.text.indexOf(a) - chosen.text.indexOf(b))
    return ruleChosen(view, offers, has ?? who.name, other ?? rival.name, want, mind)
  }
  const said = isAsked.findLast((entry) => entry.kind === 'speech' && [who.name, rival.name].some((name) => entry.text.includes(name)))?.text ?? ''
  const first = mind.choose('Who is to have it', [
    { value: who, words: who.name, weight: said.includes(who.name) ? 4 : 2 },
    { value: rival, words: rival.name, weight: said.includes(rival.name) ? 4 : 1 }
  ])
  const [has, other] = first?.id === rival.id ? [rival, who] : [who, rival]
  return narrated(tell(voice, ends.CHOSEN, { ...slots, ...person('n', has), rival: other.name }))
}

function note(view: View, { who, want, isMet }: Running): ToolUse {
  const last = actionsIn(view.log).at(-1)
  const lines = [
    `# What ${who.name} wanted`,
    '',
    `[[${who.name}]] wanted this: ${sentence(want)} It was settled at [[${view.place?.name ?? 'an unknown place'}]].`,
    ...(isMet ? [] : ['', `By the ruling ${MET_RULING}.`]),
    ...(last ? ['', `The last thing that happened: ${sentence(last.text)}`] : [])
  ]
  return { tool: 'record', input: { note_path: noteOn(who.name, want), content: lines.join('\n'), tags: ['event', 'want'] } }
}
