import { own } from '../../../shared/base/json'
import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { pick, type Chance } from './chance'
import { isNews } from './events'
import type { Mind } from './mind'
import { placeName, sentence, sentences, small, the } from './grammar'
import { entryIs } from './kinds'
import { drawTo, temperOf, vigour } from './temper'
import { WHISPERED } from './phrases'
import type { Intention } from './temper'
import { actionsIn, mentions, offerOf, partyOf, since } from './read'
import type { Voice } from './voice'
import { slug } from '../../../shared/story/names'
import { listed } from '../../../shared/words/labels'

/** A free call before the action: words at the table, a whisper, a note, or an entry of the timeline; undefined for none. */
export function speechOf(
  view: View,
  me: SeenActor,
  offers: readonly Offer[],
  plan: Intention | undefined,
  mind: Mind,
  voice: Voice
): ToolUse | undefined {
  const reaction = (view.spent['speak'] ?? 0) === 0 && offerOf(offers, 'speak') ? reactionOf(me, voice) : undefined
  if (reaction) {
    mind.note('Something that concerns them has happened, so they mention it first.')
    return { tool: 'speak', input: { text: reaction } }
  }
  const spent = Object.values(view.spent).reduce((sum, count) => sum + count, 0)
  if (spent > 1) return undefined
  const news = newsFor(view)
  const memory = offerOf(offers, 'remember') ? memoryOf(view, me, news) : undefined
  if (memory && mind.happens('Record what they saw in their timeline', 0.5)) return { tool: 'remember', input: { text: memory } }
  if (
    view.mode === 'story' &&
    offerOf(offers, 'record') &&
    (view.spent['record'] ?? 0) === 0 &&
    mind.happens('Write a note', 0.12 * drawTo(view, 'note'))
  ) {
    const note = noteOf(view, me, news, mind.chance)
    if (note) return { tool: 'record', input: { ...note } }
  }
  if (spent > 0) return undefined
  if (view.mode === 'story' && offerOf(offers, 'whisper') && mind.happens('Whisper to the DM', 0.05 * drawTo(view, 'whisper'))) {
    const text = whisper(view, me, voice)
    if (text) return { tool: 'whisper', input: { text } }
  }
  const { temper } = temperOf(view, me.id)
  const eager = (view.mode === 'combat' ? 0.22 : temper === 'careful' ? 0.3 : 0.4) * drawTo(view, 'speak')
  if (!offerOf(offers, 'speak') || !mind.happens('Say something first', eager)) return undefined
  const text = remark(view, me, plan, news, mind.chance, voice)
  return text ? { tool: 'speak', input: { text } } : undefined
}

/** Returns whether a text is a character's authored reaction to the story. */
export const isReaction = (me: SeenActor, text: string): boolean => (own(me.sheet?.says, 'reaction') ?? []).includes(text)

/** A character's authored reaction to the story; each is said once. */
function reactionOf(me: SeenActor, voice: Voice): string | undefined {
  const lines = own(me.sheet?.says, 'reaction') ?? []
  return lines.some((line) => voice.heard(line)) ? undefined : voice.line(lines)
}

/** The log entries since this player's last action. */
function newsFor(view: View): LogEntry[] {
  return since(view.log, (entry) => entry.by === view.who && entry.kind === 'system')
}

/** The occasion of a remark, from the next action and the latest events: the keys of the character's own lines for it. */
function occasionOf(view: View, me: SeenActor, plan: Intention | undefined, news: readonly LogEntry[], chance: Chance): readonly string[] {
  const actions = actionsIn(news)
  const isWeak = vigour(me) < 0.6
  // Nobody jokes while a companion is down.
  if (partyOf(view).some((actor) => !actor.canAct)) return isWeak ? ['hurt', 'fear'] : ['fear']
  if (view.mode === 'combat') return vigour(me) < 0.5 ? ['hurt', 'fear', 'fight'] : ['fight']
  if (actions.some((entry) => entryIs('end_combat', entry))) return ['victory', 'hope', 'thanks']
  const open: string[][] = []
  if (actions.some((entry) => entryIs('talk', entry) && isNews(entry) && entry.by !== view.who && isTellerHere(view, me, entry)))
    open.push(['thanks', 'hope'])
  if (actions.some((entry) => entryIs('move', entry) && !view.place?.tags['explored'])) open.push(['explore', 'travel', 'arrive'])
  if (isWeak) open.push(['hurt', 'fear'])
  if (plan?.occasion === 'go') open.push(['travel'])
  if (plan?.occasion === 'search') open.push(['explore', 'search'])
  // A greeting is for strangers whom nobody has talked to.
  if (plan?.occasion === 'ask' && !isKnown(view, me, plan.about) && !isAsked(view, plan.about)) open.push(['greet', 'talk'])
  if (plan?.occasion === 'rest') open.push(['rest', 'hope'])
  if ((view.scene?.turns ?? 0) < 9 || chance() < 0.15) open.push(['hope', 'want'])
  return pick(open, chance) ?? ['fear', 'hope', 'idle']
}

/** Returns whether the NPC whom an entry quotes is still with the speaker. */
const isTellerHere = (view: View, me: SeenActor, { text }: LogEntry): boolean =>
  view.actors.some((actor) => actor.kind === 'npc' && actor.canAct && actor.location === me.location && mentions(text, actor.name))

/** Returns whether the party has talked with a character, in this scene or a summarised one. */
const isAsked = (view: View, name: string): boolean =>
  view.log.some((entry) => entryIs('talk', entry) && mentions(entry.text, name)) ||
  view.summaries.scenes.some((text) => mentions(text, `With ${name}:`))

/** Whether a character knows the bearer of a name: from the character's present or past wants, or the texts about the character. */
function isKnown(view: View, { sheet }: SeenActor, name: string): boolean {
  const names = new Set([name, ...view.actors.flatMap((actor) => (actor.name === name ? actor.id : []))])
  return [sheet?.wants ?? '', sheet?.about ?? '', ...(sheet?.met ?? [])].some((text) => [...names].some((one) => mentions(text, one)))
}

/** One of the character's own lines for the occasion. A character doesn't address a companion who can't hear it. */
function remark(view: View, me: SeenActor, plan: Intention | undefined, news: readonly LogEntry[], chance: Chance, voice: Voice): string | undefined {
  const absent = view.actors
    .filter((actor) => actor.kind === 'player' && (!actor.canAct || actor.location !== me.location))
    .map((actor) => actor.name)
  const lines = occasionOf(view, me, plan, news, chance).flatMap((key) => own(me.sheet?.says, key) ?? [])
  return voice.line(
    lines.filter((line) => !absent.some((name) => line.includes(name))),
    1
  )
}

/** A question to the DM about what the speaker can see. */
function whisper(view: View, me: SeenActor, voice: Voice): string | undefined {
  const npc = pick(
    view.actors.filter((actor) => actor.kind === 'npc' && actor.canAct && actor.location === me.location),
    voice.chance
  )
  const feature = pick(Object.values(view.place?.features ?? {}), voice.chance)
  const exit = pick(view.place?.exits ?? [], voice.chance)
  const text = voice.say(WHISPERED, {
    npc: npc?.name,
    feature: feature && the(feature),
    place: view.place && placeName(view.place.name),
    way: exit && placeName(exit.label)
  })
  return text === undefined ? undefined : sentence(text)
}

/** Returns whether a search has found everything in a feature of that name, in this place or one that the party has left. */
const isSearched = ({ place }: View, { changes }: LogEntry, thing: string): boolean =>
  Object.entries(changes?.places ?? {}).some(
    ([id, { searched = [] }]) =>
      searched.some((name) => mentions(thing, name)) ||
      (searched.length > 0 && id === place?.id && !Object.values(place.features).some((name) => mentions(thing, name)))
  )

/** Returns whether the aim of a scene about a want has been reached in it: a thing searched, a character heard, a place reached. */
export function isAimMet(view: View, aim: string): boolean {
  const [, thing] = /\bsee to (.+)$/i.exec(aim) ?? []
  if (thing !== undefined && view.log.some((entry) => entryIs('search', entry) && isSearched(view, entry, thing))) return true
  const [, name] = /\bhear what (.+) has to say$/i.exec(aim) ?? []
  if (name !== undefined && view.log.some((entry) => entryIs('talk', entry) && isNews(entry) && mentions(entry.text, name))) return true
  const [, goal] = /\bfind the way to (.+)$/i.exec(aim) ?? []
  return goal !== undefined && view.place !== undefined && goal.toLowerCase() === placeName(view.place.name).toLowerCase()
}

/** The first sentence of an aim as a clause that can follow "to": without capital, stop and a "to" of its own. */
export function clause(aim: string): string {
  return small((sentences(`${aim}.`)[0] ?? aim).replace(/[.!?]+$/, '').trim())
    .replace(/[,;:]$/, '')
    .replace(/^to /, '')
}

/** A major event since the last action, for the timeline: what this character saw, with its place if they stayed; undefined without one. */
function memoryOf(view: View, me: SeenActor, news: readonly LogEntry[]): string | undefined {
  const saw = actionsIn(news).filter(({ beat }) => !view.unseen?.includes(beat))
  const at = (entry: LogEntry): string => {
    const hasLeft = since(view.log, (one) => one === entry).some(({ changes }) => own(changes?.actors, me.id)?.place)
    return view.place && !hasLeft ? ` at ${placeName(view.place.name)}` : ''
  }
  for (const actor of partyOf(view)) {
    if (actor.id === me.id || actor.canAct) continue
    const fall = saw.findLast(({ changes }) =>
      own(changes?.actors, actor.id)?.conditions?.some(({ condition, on }) => on && condition in actor.conditions)
    )
    if (fall) return `${actor.name} fell${at(fall)}, and I saw it.`
  }
  const fight = saw.findLast((entry) => entryIs('end_combat', entry))
  const isStanding = view.actors.every((actor) => actor.kind !== 'player' || actor.location !== me.location || actor.canAct)
  if (fight && isStanding) return `We fought${at(fight)} and were left standing.`
  const secret = saw.find((entry) => entryIs('talk', entry) && isNews(entry))
  if (secret && secret.text.length < 220) return `Heard${at(secret)}: ${secret.text}`
  return undefined
}

/** A note in a player's own words, with tags and links: about a character whom they met, or the place in which they are. */
function noteOf(view: View, me: SeenActor, news: readonly LogEntry[], chance: Chance): ToolUse['input'] | undefined {
  const met = view.actors.filter(
    (actor) => actor.kind === 'npc' && actor.location === me.location && actionsIn(news).some((entry) => mentions(entry.text, actor.name))
  )
  const one = pick(met, chance)
  if (one) return personNote(view, one, news)
  return view.place && actionsIn(news).length > 0 ? place(view) : undefined
}

function personNote(view: View, one: SeenActor, news: readonly LogEntry[]): ToolUse['input'] {
  const heard = actionsIn(news).findLast((entry) => mentions(entry.text, one.name))
  const lines = [
    `# ${one.name}`,
    '',
    `${view.place ? `Met at [[${view.place.name}]]. ` : ''}${one.public === '' ? '' : sentence(one.public)}`.trim(),
    ...(heard ? ['', sentence(heard.text)] : []),
    ...(one.attitude ? ['', `Toward us: ${one.attitude}.`] : [])
  ]
  return { note_path: `people/${fileOf(one.name)}.md`, content: lines.join('\n').trim(), tags: one.attitude ? ['npc', one.attitude] : ['npc'] }
}

function place(view: View): ToolUse['input'] | undefined {
  const { place: here } = view
  if (!here) return undefined
  const features = Object.values(here.features)
  const lines = [
    `# ${here.name}`,
    '',
    `Ways on: ${here.exits.length === 0 ? 'none that I can see' : listed(here.exits.map((exit) => `[[${exit.label}]]${exit.visited ? '' : ' (not yet seen)'}`))}.`,
    features.length > 0 ? `Still to look at: ${listed(features.map(the))}.` : `Nothing left to look at in ${placeName(here.name)}.`,
    ...(view.scene ? [`We are here to see about this: ${sentence(view.scene.aim)}`] : [])
  ]
  return { note_path: `places/${fileOf(here.name)}.md`, content: lines.join('\n'), tags: ['place'] }
}

/** Notes keep the names of earlier versions, so that a campaign doesn't get a second note about the same place. */
const fileOf = (name: string): string => slug(name.replace(/['\u2019]/g, ' '))
