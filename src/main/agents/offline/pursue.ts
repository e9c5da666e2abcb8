import type { ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { isNotedWant, noteOn, overtaken, running, wantWords, type CurrentWant } from './aims'
import { frame, type Slots } from './frame'
import { sentence } from './grammar'
import type { Mind } from './mind'
import { slotsFor, tell } from './narrate'
import { CHOICE, CHOSEN } from './phrases'
import { actionsIn, offerOf, since } from './read'
import { MET_RULING, ruleChosen, ruleMet } from './rulings'
import { person } from './voice'

/** The log entries after this frame was narrated with this want in this scene; undefined if none was. */
function toldSince(view: View, text: string, want: string): View['log'] | undefined {
  const is = (told: string): boolean => told.includes(want) && frame(text).pattern.test(told)
  return view.log.some((entry) => is(entry.text)) ? since(view.log, (entry) => is(entry.text)) : undefined
}

/**
 * Settles the want that a scene without a story event pursues, or one that was fulfilled meanwhile, one call after the other: decides
 * who gets it if two characters want it, records the ruling, and records a note. Undefined as long as the want is open.
 */
export function settle(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const own = running(view)
  const pursued = own && (own.isMet || !(own.lead || own.who.isBounded)) ? own : overtaken(view)
  if (!pursued) return undefined
  const slots = slotsOf(view, pursued)
  mind.note(`What ${pursued.who.name} wanted is settled: ${pursued.want}`)
  return choice(view, offers, pursued, slots, mind) ?? ruleMet(view, offers, pursued, mind) ?? note(view, pursued)
}

const narrated = (text: string | undefined): ToolUse | undefined => (text === undefined ? undefined : { tool: 'narrate', input: { text } })

function slotsOf(view: View, { who, want, rival }: CurrentWant): Slots {
  const actor = view.actors.find(({ id }) => id === who.id) ?? who
  return { ...slotsFor(view, actor), want: wantWords(view, want), rival: rival?.name }
}

/** If two characters want the same thing, the players are asked who should have it. The one they name last gets it. */
function choice(view: View, offers: readonly Offer[], { who, want, rival }: CurrentWant, slots: Slots, mind: Mind): ToolUse | undefined {
  if (!rival || !rival.place || rival.place !== view.place?.id) return undefined
  const isAsked = toldSince(view, CHOICE, rival.name)
  if (!isAsked) return narrated(tell(CHOICE, slots))
  if (!isAsked.some((entry) => view.party.includes(entry.by)))
    return offerOf(offers, 'call_on') ? { tool: 'call_on', input: { who: ['all'] } } : undefined
  const chosen = chosenOf(view, { who, rival })
  if (chosen) {
    const [has, other] = chosen
    const isNoted = other.wants === '' || isNotedWant(view, other.name, other.wants)
    return ruleChosen(view, offers, has.name, other.name, want, mind) ?? (other === rival && !isNoted ? noteWithout(other) : undefined)
  }
  const speech = isAsked.findLast((entry) => entry.kind === 'speech' && [who.name, rival.name].some((name) => entry.text.includes(name)))?.text ?? ''
  const first = mind.choose('Who gets it', [
    { value: who, words: who.name, weight: speech.includes(who.name) ? 4 : 2 },
    { value: rival, words: rival.name, weight: speech.includes(rival.name) ? 4 : 1 }
  ])
  const [has, other] = first?.id === rival.id ? [rival, who] : [who, rival]
  return narrated(tell(CHOSEN, { ...slots, ...person('n', has), rival: other.name }))
}

/** The character who got what two wanted, and the one who goes without; undefined as long as that is not decided. */
function chosenOf(
  { log }: View,
  { who, rival }: Pick<CurrentWant, 'who' | 'rival'>
): [has: CurrentWant['who'], other: CurrentWant['who']] | undefined {
  const chosen = log.find(({ text }) => frame(CHOSEN).pattern.test(text))
  if (!chosen || !rival) return undefined
  return chosen.text.indexOf(who.name) < chosen.text.indexOf(rival.name) ? [who, rival] : [rival, who]
}

/** Records a note that a character goes without something that another one has. */
function noteWithout({ name, wants }: CurrentWant['who']): ToolUse {
  const content = `# What ${name} went without\n\n[[${name}]] wanted this, and another one has it: ${sentence(wants)}`
  return { tool: 'record', input: { note_path: noteOn(name, wants), content, tags: ['event', 'want'] } }
}

function note(view: View, { who, want, isMet, rival }: CurrentWant): ToolUse {
  if (chosenOf(view, { who, ...(rival ? { rival } : {}) })?.[0] === rival && rival) return noteWithout(who)
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
