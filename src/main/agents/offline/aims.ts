import { isDead } from '../../../shared/story/guide'
import { own } from '../../../shared/base/json'
import type { Atlas, SeenEvent, View } from '../../../shared/table/agents'
import { slug } from '../../../shared/story/names'
import { best } from './chance'
import { overlap, partyOf } from './read'
import { placeName, small, the } from './grammar'
import { clause } from './speech'

/** Something in the world that would advance the story: what it is, where it is, and its distance in journeys. */
export interface Lead {
  kind: 'feature' | 'person' | 'place' | 'foe'
  id: string
  name: string
  place: string
  /** The number of journeys from the party's place; 0 for that place, Infinity if no open journeys lead there. */
  steps: number
  text: string
  fact?: string
  after: readonly string[]
  isOpen: boolean
}

/** A character's want, and the lead that may fulfil it. */
export interface Pursuit {
  who: Atlas['people'][number]
  want: string
  lead: Lead
  /** Another character who wants the same. */
  rival?: Atlas['people'][number]
}

/** A route to a place: the number of journeys, their total effort, and the first place on the route. */
interface Route {
  steps: number
  effort: number
  by: string | undefined
}

/** A function of a view and its atlas that computes its value once for an atlas, from the same place and with the same facts. */
function onceFor<V>(compute: (view: View, atlas: Atlas, from: string) => V): (view: View, atlas: Atlas) => V {
  const known = new WeakMap<Atlas, { from: string; facts: View['facts']; value: V }>()
  return (view, atlas) => {
    const from = view.place?.id ?? partyOf(view)[0]?.location ?? ''
    const before = known.get(atlas)
    if (before?.from === from && before.facts === view.facts) return before.value
    const value = compute(view, atlas, from)
    known.set(atlas, { from, facts: view.facts, value })
    return value
  }
}

/** The easiest routes along open journeys from the party's place. Two easy journeys count less than one difficult journey. */
const roads = onceFor((view, atlas, from): ReadonlyMap<string, Route> => {
  const open = atlas.journeys.filter(({ requires }) => requires === undefined || isSo(view, requires))
  const routes = new Map<string, Route>()
  const ahead = new Map<string, Route>([[from, { steps: 0, effort: 0, by: undefined }]])
  for (let next = easiest(ahead); next; next = easiest(ahead)) {
    const [place, route] = next
    ahead.delete(place)
    routes.set(place, route)
    for (const { to, difficulty } of open.filter((journey) => journey.from === place && !routes.has(journey.to))) {
      const effort = route.effort + 1 + difficulty * difficulty
      if (effort < (ahead.get(to)?.effort ?? Infinity)) ahead.set(to, { steps: route.steps + 1, effort, by: route.by ?? to })
    }
  }
  return routes
})

const easiest = (routes: ReadonlyMap<string, Route>): [string, Route] | undefined => best([...routes], ([, { effort }]) => -effort)

const isSo = (view: View, condition: string): boolean =>
  condition.startsWith('!') ? !own(view.facts, condition.slice(1)) : Boolean(own(view.facts, condition))

/** All open leads of the world, nearest first. */
const leadsOf = onceFor((view, atlas): readonly Lead[] => {
  const roadList = roads(view, atlas)
  const names = new Map(atlas.people.map(({ id, name }) => [id, name]))
  const open = atlas.tellings.filter(({ isTold }) => !isTold)
  const stepsTo = (place: string): number => roadList.get(place)?.steps ?? Infinity
  const leads: Lead[] = [
    ...atlas.features.flatMap(({ id, name, place, text, fact, after, searched }): Lead[] => {
      const lead: Lead = { kind: 'feature', id, name, place, steps: stepsTo(place), text, after, isOpen: true }
      return searched ? [] : [fact === undefined ? lead : { ...lead, fact }]
    }),
    ...open.map(({ who, place, fact, text, after, isOpen }): Lead => ({
      kind: 'person',
      id: who,
      name: names.get(who) ?? who,
      place,
      steps: stepsTo(place),
      text,
      fact,
      after,
      isOpen
    })),
    ...atlas.people.flatMap(({ id, name, place, kind }): Lead[] =>
      kind === 'npc' ? [{ kind: 'foe', id, name, place, steps: stepsTo(place), text: '', fact: `defeated:${id}`, after: [], isOpen: true }] : []
    ),
    ...atlas.places.flatMap(({ id, name, description, isVisited }): Lead[] =>
      isVisited || id === view.place?.id
        ? []
        : [{ kind: 'place', id, name, place: id, steps: stepsTo(id), text: description, after: [], isOpen: true }]
    )
  ]
  return leads.toSorted((a, b) => a.steps - b.steps)
})

const isReady = (view: View, lead: Lead): boolean => lead.after.every((fact) => isSo(view, fact)) && lead.steps < Infinity
/** The effort of a lead, as a negative score: a longer route is better than a character who must be won over first, and better than a fight. */
const effort = ({ steps, isOpen, kind }: Lead): number => -(steps + (isOpen ? 0 : 4) + (kind === 'foe' ? 6 : 0))

/** The best lead toward making facts true, or toward their preconditions: facts that must be known first, or that open a journey. */
function towardFacts(view: View, atlas: Atlas, facts: readonly string[]): Lead | undefined {
  const leads = leadsOf(view, atlas)
  const missing = new Set(facts.filter((fact) => !fact.startsWith('!') && !isSo(view, fact)))
  // A character who must be won over comes last.
  let closed: Lead | undefined
  for (let size = -1; missing.size > size;) {
    size = missing.size
    const fitting = leads.filter(({ fact }) => fact !== undefined && missing.has(fact))
    const nextLead = best(
      fitting.filter((lead) => isReady(view, lead)),
      effort
    )
    if (nextLead?.isOpen) return nextLead
    closed = nextLead
    for (const { after } of fitting) for (const fact of after) if (!fact.startsWith('!') && !isSo(view, fact)) missing.add(fact)
    if (fitting.some(({ steps }) => steps === Infinity))
      for (const { requires } of atlas.journeys)
        if (requires !== undefined && !requires.startsWith('!') && !isSo(view, requires)) missing.add(requires)
  }
  return closed
}

/** Returns whether an event could be settled in the party's place, whether or not it is ready. */
export function isWithinReach(view: View, event: SeenEvent): boolean {
  const atlas = view.atlas?.()
  const lead = atlas && event.place === view.place?.id ? towardFacts(view, atlas, event.done_when) : undefined
  return lead !== undefined && lead.place === event.place && lead.isOpen && event.done_when.includes(lead.fact ?? '')
}

/** Returns whether an event is over when its scene has ended, because no facts decide it. */
export const endsWithItsScene = ({ done_when: facts }: SeenEvent): boolean => facts.length === 0

/** Returns whether an event has its scene at its own place, and not on the way there. */
export const isPlayedAtItsPlace = (event: SeenEvent): boolean => event.climax || endsWithItsScene(event)

/** The story event that the running scene is about. The scene of an event that was not ready when it began has only the event's title. */
export const sceneEvent = ({ story = [], scene }: View): SeenEvent | undefined =>
  story.find(({ id }) => id === scene?.story) ?? story.find(({ title }) => scene?.story === undefined && title === scene?.title)

/** The lead that advances a story event, from the party's place: what makes its facts true, or the place where it is played. */
export function leadFor(view: View, event: SeenEvent | undefined): Lead | undefined {
  const atlas = view.atlas?.()
  if (!atlas || !event) return undefined
  const isDecidable = event.ready || (event.climax && isWithinReach(view, event))
  const lead = towardFacts(view, atlas, isDecidable ? event.done_when : event.starts_when)
  const isAtPlace = isPlayedAtItsPlace(event) || (event.isPrepared === true && lead === undefined)
  if (!event.ready || !isAtPlace || event.place === view.place?.id) return lead
  const steps = roads(view, atlas).get(event.place)?.steps
  if (steps === undefined) return lead
  return {
    kind: 'place',
    id: event.place,
    name: own(view.places, event.place) ?? event.place,
    place: event.place,
    steps,
    text: '',
    after: [],
    isOpen: true
  }
}

/** The label of the exit of this place toward a lead; undefined if the lead is here or no open journeys lead there. */
export function exitToward(view: View, lead: Lead | undefined): string | undefined {
  const atlas = view.atlas?.()
  if (!atlas || !lead) return undefined
  const by = roads(view, atlas).get(lead.place)?.by
  return view.place?.exits.find((exit) => exit.to === by)?.label
}

/** The path below world/ of the note about the outcome of a character's want. */
export const noteOn = (name: string, want: string): string =>
  `events/${slug(`${name} ${clause(want)}`)
    .slice(0, 60)
    .replace(/-+$/, '')}/ABOUT.md`
/** Returns whether there is a note about the outcome of a character's want. */
export const isNotedWant = (view: View, name: string, want: string): boolean =>
  (view.topics ?? []).some(({ path }) => path === `world/${noteOn(name, want)}`)

/**
 * The wants that the table could pursue in a world without story events. For each character with a want, the party first: the lead toward the facts
 * that the character's file names, otherwise the lead whose words fit the want best. If no lead fits, unknown people and places are tried. Settled
 * wants, which have a note, are left out.
 */
export function pursuits(view: View): Pursuit[] {
  const atlas = view.atlas?.()
  if (!atlas) return []
  const leads = leadsOf(view, atlas).filter((lead) => isReady(view, lead) && lead.kind !== 'foe')
  const people = atlas.people.filter(({ name, wants, id }) => wants.trim() !== '' && !isNotedWant(view, name, wants) && !isDeadHere(view, id))
  const party = people.filter(({ id }) => view.party.includes(id))
  const others = people.filter(({ id, place }) => !view.party.includes(id) && place === view.place?.id)
  return [...party, ...others].flatMap((who) => {
    const known = who.metBy && towardFacts(view, atlas, who.metBy)
    const lead = isOvertaken(atlas, leads, who) ? undefined : (known ?? leadOn(view, leads, who.wants))
    if (!lead) return []
    const rival = people.find((one) => one.id !== who.id && overlap(one.wants, wordsAbout(lead)) > 0 && overlap(one.wants, who.wants) > 0)
    return [{ who, want: who.wants, lead, ...(rival ? { rival } : {}) }]
  })
}

/** A score for how well something fits a want, by common words. */
const bearing = (want: string, name: string, words: string): number => 3 * overlap(want, name) + overlap(want, words)

/** Whether a want was fulfilled meanwhile, if the file doesn't say when it is met: nothing open fits it as well as something done. */
function isOvertaken(atlas: Atlas, leads: readonly Lead[], { wants, isBounded }: Atlas['people'][number]): boolean {
  if (isBounded || wants.trim() === '') return false
  const explored = [
    ...atlas.features.flatMap(({ name, text, fact = '', searched }) => (searched ? bearing(wants, name, wordsAbout({ name, text, fact })) : [])),
    ...atlas.tellings.flatMap(({ who, text, fact, isTold }) => {
      const words = wordsAbout({ name: '', text, fact })
      const teller = atlas.people.find(({ id }) => id === who)?.name ?? ''
      return isTold && overlap(wants, words) > 0 ? bearing(wants, teller, words) : []
    })
  ]
  const open = leads.flatMap((lead) => (lead.kind === 'foe' ? [] : bearing(wants, lead.name, wordsAbout(lead))))
  return Math.max(0, ...explored) > Math.max(0, ...open)
}

/** Whether the table goes on to the party's wants when all story events are over: none is the climax or has an epilogue, or there are none. */
export function isOpenEnded({ story = [] }: View): boolean {
  const events = story.filter((event) => event.done || event.ready || !endsWithItsScene(event))
  return events.every(({ done, climax, epilogue }) => done && !climax && epilogue.length === 0)
}

/** Returns whether a member of the party wants something whose facts their file names, and something is known that leads to them. */
export function isWantWithinReach(view: View): boolean {
  const atlas = view.atlas?.()
  return (
    atlas?.people.some(
      ({ id, name, wants, metBy }) =>
        view.party.includes(id) &&
        metBy !== undefined &&
        !isDeadHere(view, id) &&
        !isNotedWant(view, name, wants) &&
        towardFacts(view, atlas, metBy) !== undefined
    ) === true
  )
}

/** Returns whether a character's present want has been fulfilled, as far as words tell, although no scene was about it. */
export function isOvertakenWant(view: View, id: string): boolean {
  const atlas = view.atlas?.()
  const who = atlas?.people.find((one) => one.id === id)
  return atlas !== undefined && who !== undefined && isOvertaken(atlas, leadsOf(view, atlas), who)
}

/** A want of a party member that has been fulfilled although no scene was about it; not while a story event is to come. */
export function overtaken(view: View): CurrentWant | undefined {
  const atlas = view.atlas?.()
  if (!atlas || !isOpenEnded(view)) return undefined
  const leads = leadsOf(view, atlas)
  const who = atlas.people.find(
    (one) => view.party.includes(one.id) && !isDeadHere(view, one.id) && !isNotedWant(view, one.name, one.wants) && isOvertaken(atlas, leads, one)
  )
  return who && { who, want: who.wants, isMet: false }
}

const isDeadHere = (view: View, id: string): boolean => view.actors.some((actor) => actor.id === id && isDead(actor, view.guide))
const wordsAbout = ({ name, text, fact = '' }: Pick<Lead, 'name' | 'text' | 'fact'>): string => `${name} ${text} ${fact.replaceAll(/[-:]/g, ' ')}`

/** The lead that fits a want best, or the nearest of several; if none fits, a character who may know more, otherwise a new place. */
function leadOn(view: View, leads: readonly Lead[], want: string): Lead | undefined {
  const named = best(leads, (lead) => bearing(want, lead.name, wordsAbout(lead)) - lead.steps / 10)
  if (named && overlap(want, wordsAbout(named)) > 0) return named
  return (
    leads.find(({ kind }) => kind === 'person') ??
    leads.find(({ kind }) => kind === 'place') ??
    leads.find(({ place }) => place !== view.place?.id) ??
    leads.find(({ kind }) => kind === 'feature')
  )
}

/** The want that the running scene is about, by its title and aim, and its lead as long as that is open. */
export interface CurrentWant {
  who: Atlas['people'][number]
  /** The want; if the character's file says that it is met, the former want. */
  want: string
  isMet: boolean
  lead?: Lead
  rival?: Atlas['people'][number]
}

/** The parts of scene titles that name a character's first, second and later wants, and those that name the tries. */
const WANTED = ['wants', 'wants next', 'wants after that', 'wants in the end']
const TRIED = ['', ', still', ': a last try']
/** The scenes after which a want is given up; the second number if the character's file names the facts that meet it. */
const [MAX_TRIES, MAX_STEPS] = [TRIED.length, 2 * TRIED.length]

/** How many scenes of this session were about a character's present want, how many more may be, and the title of the next one. */
export function triesFor(view: View, { id, name, metBy = [] }: Pursuit['who']): { tries: number; left: number; title: string } {
  const met = view.actors.find((actor) => actor.id === id)?.sheet?.met?.length ?? 0
  const titles = TRIED.map((end) => `What ${name} ${WANTED[Math.min(met, WANTED.length - 1)] ?? ''}${end}`)
  const tries = view.summaries.scenes.filter((text) => titles.some((title) => text.includes(`${title}. `))).length
  const left = (metBy.length > 0 ? MAX_STEPS : MAX_TRIES) - tries
  return { tries, left, title: titles[tries === 0 ? 0 : left > 1 ? 1 : 2] ?? '' }
}

/** Returns whether a scene's title says that it is about a character's want. */
const isAbout = (title: string | undefined, name: string): boolean =>
  WANTED.some((wanted) => TRIED.some((end) => title === `What ${name} ${wanted}${end}`))

/** Returns whether a scene's title says that it is about what a character wants, and not about a story event. */
export const isWantTitle = (title: string): boolean =>
  WANTED.some((wanted) => TRIED.some((end) => /^What ./.test(title) && title.endsWith(` ${wanted}${end}`)))

/** The want that the running scene pursues; undefined in a scene of a story event, and after it is settled. */
export function running(view: View): CurrentWant | undefined {
  const atlas = view.atlas?.()
  const { scene } = view
  if (!atlas || !scene || scene.story !== undefined) return undefined
  const who = atlas.people.find(({ name }) => isAbout(scene.title, name))
  if (!who) return undefined
  const met = view.actors.find(({ id }) => id === who.id)?.sheet?.met?.findLast((want) => !isNotedWant(view, who.name, want))
  if (met !== undefined) return { who, want: met, isMet: true }
  if (who.wants === '' || isNotedWant(view, who.name, who.wants)) return undefined
  const lead = leadsOf(view, atlas).find((one) => one.kind !== 'foe' && scene.aim.toLowerCase().endsWith(goalOf(one).toLowerCase()))
  const rival = atlas.people.find(({ id, wants, name }) => id !== who.id && !isNotedWant(view, name, wants) && overlap(wants, who.wants) > 1)
  return { who, want: who.wants, isMet: false, ...(lead ? { lead } : {}), ...(rival ? { rival } : {}) }
}

/** What is to be done about a lead at its place, as a clause. */
const goalOf = ({ kind, name }: Lead): string =>
  kind === 'place' ? `find the way to ${placeName(name)}` : kind === 'feature' ? `see to ${the(name)}` : `hear what ${placeName(name)} has to say`

/** The aim of a scene that pursues a lead, as a clause after "to". */
export function aimFor(lead: Lead, view: View): string {
  const isHere = lead.place === view.place?.id || lead.kind === 'place'
  return `${isHere ? '' : `go to ${placeName(own(view.places, lead.place) ?? lead.place)} and `}${goalOf(lead)}`
}

/** The next story event: ready, not done, with the lowest order. An event before one that is already over comes only if there is no later one. */
export function nextEvent(view: View): SeenEvent | undefined {
  const story = view.story ?? []
  const reached = Math.max(-Infinity, ...story.filter((event) => event.done).map((event) => event.order))
  const open = story.filter((event) => isToCome(view, event))
  const ahead = open.filter((event) => event.order > reached)
  return best(ahead.length > 0 ? ahead : open, (event) => -event.order)
}

/** Returns whether the table can play a story event now. */
export const isToCome = (view: View, event: SeenEvent): boolean => event.ready && !event.done && !isStuck(view, event)

/** The number of scenes of a session that are played for a story event although nothing is known that advances it. */
const MAX_SCENES_WITHOUT_LEAD = 2

/** Returns whether the table leaves a story event aside: it has had its scenes, and nothing in the world is known to advance it. */
export const isStuck = (view: View, event: SeenEvent): boolean =>
  !event.done && scenesAbout(view, event) >= MAX_SCENES_WITHOUT_LEAD && !isAdvanceable(view, event)

/** Returns whether the table knows something that advances a story event: a lead, or a document to play here. Without an atlas it is assumed. */
export const isAdvanceable = (view: View, event: SeenEvent): boolean =>
  (event.isPrepared === true && event.place === view.place?.id) || view.atlas === undefined || leadFor(view, event) !== undefined

/** Returns whether a scene for an event only leads to the event's place, where it is played. */
export const approaches = (view: View, event: SeenEvent | undefined): boolean =>
  event !== undefined && isPlayedAtItsPlace(event) && event.place !== (view.scene?.place ?? view.place?.id)

/** The words of a want, to be used inside a sentence. A name at the beginning keeps its capital. */
export function wantWords(view: View, want: string): string {
  const text = want.trim().replace(/[.]+$/, '')
  const [first = ''] = text.split(/[\s,’']/)
  const names = [...view.actors.map(({ name }) => name), ...Object.values(view.cast ?? {}).map(({ name }) => name)]
  return names.some((name) => name.split(/[\s’']/).includes(first)) ? text : small(text)
}

/**
 * How many scenes of this session had the title of a story event, alone or with an addition. The summary of a scene begins with its title.
 */
const scenesAbout = (view: View, { title }: Pick<SeenEvent, 'title'>): number =>
  view.summaries.scenes.filter((text) =>
    text.split('\n').some((line) => [`${title}.`, `${title},`, `${title}:`].some((head) => line.replace(/^- /, '').startsWith(head)))
  ).length

/** Returns whether an earlier session had a scene for a story event, as its summary says. */
export const wasBegun = ({ summaries: { session = '', campaign = '' } }: View, { title }: Pick<SeenEvent, 'title'>): boolean =>
  [session, campaign].some((text) => text.includes(`- ${title}. `))

/** Returns whether a scene of this session was about a story event. */
export const wasPlayed = (view: View, event: Pick<SeenEvent, 'title'>): boolean => scenesAbout(view, event) > 0
