import { own } from '../../../shared/json'
import type { Atlas, SeenEvent, View } from '../../../shared/agents'
import { slug } from '../../../shared/names'
import { best } from './chance'
import { overlap, partyOf } from './read'
import { placeName, small, the } from './grammar'
import { clause } from './speech'

/** Something in the world that would bring the story on: what it is, where, and how many journeys away. */
export interface Lead {
  kind: 'feature' | 'person' | 'place' | 'foe'
  id: string
  name: string
  place: string
  /** Journeys from where the party stands; 0 for here, Infinity for what no open journey leads to. */
  steps: number
  text: string
  fact?: string
  after: readonly string[]
  isOpen: boolean
}

/** What somebody wants, and what would give it to them. */
export interface Pursuit {
  who: Atlas['people'][number]
  want: string
  lead: Lead
  /** Who else wants the same. */
  rival?: Atlas['people'][number]
}

/** A route to a place: how many journeys it takes, how hard they are together, and the first place on it. */
interface Route {
  steps: number
  effort: number
  by: string | undefined
}

/** The easiest routes along open journeys from where the party stands: two plain roads are easier than one climb. */
function roads(view: View, atlas: Atlas): Map<string, Route> {
  const from = view.place?.id ?? partyOf(view)[0]?.location ?? ''
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
}

const easiest = (routes: ReadonlyMap<string, Route>): [string, Route] | undefined => best([...routes], ([, { effort }]) => -effort)

const isSo = (view: View, condition: string): boolean =>
  condition.startsWith('!') ? !own(view.facts, condition.slice(1)) : Boolean(own(view.facts, condition))

/** Everything that is still open in the world, nearest first. */
function leadsOf(view: View, atlas: Atlas): Lead[] {
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
}

const isReady = (view: View, lead: Lead): boolean => lead.after.every((fact) => isSo(view, fact)) && lead.steps < Infinity
/** A longer way is better than somebody who has to be won over first, and than a fight. */
const effort = ({ steps, isOpen, kind }: Lead): number => -(steps + (isOpen ? 0 : 4) + (kind === 'foe' ? 6 : 0))

/** The best way to make facts true, or else what stands before it: a fact that must be known first, or one that opens a journey. */
function towardFacts(view: View, atlas: Atlas, facts: readonly string[]): Lead | undefined {
  const leads = leadsOf(view, atlas)
  const missing = new Set(facts.filter((fact) => !fact.startsWith('!') && !isSo(view, fact)))
  for (let size = -1; missing.size > size;) {
    size = missing.size
    const fitting = leads.filter(({ fact }) => fact !== undefined && missing.has(fact))
    const nextLead = best(
      fitting.filter((lead) => isReady(view, lead)),
      effort
    )
    if (nextLead) return nextLead
    for (const { after } of fitting) for (const fact of after) if (!fact.startsWith('!') && !isSo(view, fact)) missing.add(fact)
    if (fitting.some(({ steps }) => steps === Infinity))
      for (const { requires } of atlas.journeys)
        if (requires !== undefined && !requires.startsWith('!') && !isSo(view, requires)) missing.add(requires)
  }
  return undefined
}

/** Whether an event could be settled where the party stands, whether or not it is ready. */
export function isWithinReach(view: View, event: SeenEvent): boolean {
  const atlas = view.atlas?.()
  const lead = atlas && event.place === view.place?.id ? towardFacts(view, atlas, event.done_when) : undefined
  return lead !== undefined && lead.place === event.place && lead.isOpen && event.done_when.includes(lead.fact ?? '')
}

/** What brings a story event on, from where the party stands. */
export function leadFor(view: View, event: SeenEvent | undefined): Lead | undefined {
  const atlas = view.atlas?.()
  if (!atlas || !event) return undefined
  const lead = towardFacts(view, atlas, event.ready ? event.done_when : event.starts_when)
  const here = view.place?.id
  if (!event.ready || !event.climax || event.place === here) return lead
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

/** The exit of this place that leads to a lead, by its label; undefined when it is here or no open journey leads there. */
export function wayTo(view: View, lead: Lead | undefined): string | undefined {
  const atlas = view.atlas?.()
  if (!atlas || !lead) return undefined
  const by = roads(view, atlas).get(lead.place)?.by
  return view.place?.exits.find((exit) => exit.to === by)?.label
}

/** The note that says how somebody's want ended: its path below world/. */
export const noteOn = (name: string, want: string): string =>
  `events/${slug(`${name} ${clause(want)}`)
    .slice(0, 60)
    .replace(/-+$/, '')}/ABOUT.md`
/** Whether it has been written down how somebody's want ended. */
export const isNotedWant = (view: View, name: string, want: string): boolean =>
  (view.topics ?? []).some(({ path }) => path === `world/${noteOn(name, want)}`)

/**
 * What the table could pursue in a world without story events: for everybody who wants something, first the party, what brings the facts nearer that
 * their file names, or else the lead that has most to do with it by its words. A want whose words occur nowhere is looked for where nobody has been yet. What is settled has a note.
 */
export function pursuits(view: View): Pursuit[] {
  const atlas = view.atlas?.()
  if (!atlas) return []
  const leads = leadsOf(view, atlas).filter((lead) => isReady(view, lead) && lead.kind !== 'foe')
  const people = atlas.people.filter(({ name, wants, id }) => wants.trim() !== '' && !isNotedWant(view, name, wants) && !isDead(view, id))
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

/** How much something has to do with a want, by its words. */
const bearing = (want: string, name: string, words: string): number => 3 * overlap(want, name) + overlap(want, words)

/**
 * Whether a want whose file doesn't say when it is met has come about already, while the table was about something else: nothing that is still open
 * has as much to do with it as what was searched or told.
 */
function isOvertaken(atlas: Atlas, leads: readonly Lead[], { wants, isBounded }: Atlas['people'][number]): boolean {
  if (isBounded || wants.trim() === '') return false
  const explored = [
    ...atlas.features.flatMap(({ name, text, fact = '', searched }) => (searched ? bearing(wants, name, wordsAbout({ name, text, fact })) : [])),
    ...atlas.tellings.flatMap(({ text, fact, isTold }) => (isTold ? bearing(wants, '', wordsAbout({ name: '', text, fact })) : []))
  ]
  const open = leads.flatMap((lead) => (lead.kind === 'foe' ? [] : bearing(wants, lead.name, wordsAbout(lead))))
  return Math.max(0, ...explored) > Math.max(0, ...open)
}

/** What somebody of the party wanted and has by now, although no scene was about it; only in a world without story events. */
export function overtaken(view: View): Running | undefined {
  const atlas = view.atlas?.()
  if (!atlas || (view.story ?? []).some(({ done_when: facts }) => facts.length > 0)) return undefined
  const leads = leadsOf(view, atlas)
  const who = atlas.people.find(
    (one) => view.party.includes(one.id) && !isDead(view, one.id) && !isNotedWant(view, one.name, one.wants) && isOvertaken(atlas, leads, one)
  )
  return who && { who, want: who.wants, isMet: false }
}

const isDead = (view: View, id: string): boolean => 'dead' in (view.actors.find((actor) => actor.id === id)?.conditions ?? {})
const wordsAbout = ({ name, text, fact = '' }: Pick<Lead, 'name' | 'text' | 'fact'>): string => `${name} ${text} ${fact.replaceAll(/[-:]/g, ' ')}`

/** The lead that a want speaks of; of several the nearest. Where none does, somebody who may know, then a place that is new. */
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

/** What the running scene pursues, by its title and aim: for whom, and by what, as long as that is still open. */
export interface Running {
  who: Atlas['people'][number]
  /** What they want; once their file says that it is met, what they wanted. */
  want: string
  isMet: boolean
  lead?: Lead
  rival?: Atlas['people'][number]
}

/** How titles name what somebody wants first, next and later, and the scenes that try for it. */
const WANTED = ['wants', 'wants next', 'wants after that', 'wants in the end']
const TRIED = ['', ', still', ': a last try']
/** Scenes after which a want is given up, and one whose file names the facts that meet it: there each scene may be a step. */
const [MAX_TRIES, MAX_STEPS] = [TRIED.length, 2 * TRIED.length]

/** How many more scenes of this session may be about what somebody wants now, and the title of the next one. */
export function triesFor(view: View, { id, name, metBy = [] }: Pursuit['who']): { tries: number; left: number; title: string } {
  const met = view.actors.find((actor) => actor.id === id)?.sheet?.met?.length ?? 0
  const titles = TRIED.map((end) => `What ${name} ${WANTED[Math.min(met, WANTED.length - 1)] ?? ''}${end}`)
  const tries = view.summaries.scenes.filter((text) => titles.some((title) => text.includes(`${title}. `))).length
  const left = (metBy.length > 0 ? MAX_STEPS : MAX_TRIES) - tries
  return { tries, left, title: titles[tries === 0 ? 0 : left > 1 ? 1 : 2] ?? '' }
}

/** Whether a scene's title says that it is about what somebody wants. */
const isAbout = (title: string | undefined, name: string): boolean =>
  WANTED.some((wanted) => TRIED.some((end) => title === `What ${name} ${wanted}${end}`))

/** Whose want the running scene is about. */
export const wanterOf = (view: View): Atlas['people'][number] | undefined =>
  view.atlas?.().people.find(({ name }) => isAbout(view.scene?.title, name))

/** What the scene that is going on pursues; undefined in a story with events, and once it is settled. */
export function running(view: View): Running | undefined {
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

/** What is to be done about a lead, once one is there. */
const goalOf = ({ kind, name }: Lead): string =>
  kind === 'place' ? `find the way to ${placeName(name)}` : kind === 'feature' ? `see to ${the(name)}` : `hear what ${placeName(name)} has to say`

/** The aim of a scene that pursues a lead, as a clause after "to". */
export function aimFor(lead: Lead, view: View): string {
  const isHere = lead.place === view.place?.id || lead.kind === 'place'
  return `${isHere ? '' : `go to ${placeName(own(view.places, lead.place) ?? lead.place)} and `}${goalOf(lead)}`
}

/**
 * The story event that comes next: ready, not done, lowest in order. What lies before an event that is already over has
 * been overtaken, and comes only when nothing lies ahead.
 */
export function nextEvent(view: View): SeenEvent | undefined {
  const story = view.story ?? []
  const reached = Math.max(-Infinity, ...story.filter((event) => event.done).map((event) => event.order))
  // An event that is nothing but its prepared scene is played where the party comes by it.
  const comesUp = ({ done_when: facts, isPrepared, place }: SeenEvent): boolean =>
    facts.length > 0 || (isPrepared === true && place === view.place?.id)
  const open = story.filter((event) => event.ready && !event.done && comesUp(event))
  const ahead = open.filter((event) => event.order > reached)
  return best(ahead.length > 0 ? ahead : open, (event) => -event.order)
}

/** Whether a scene that plays an event only leads to the climax. */
export const approaches = (view: View, event: SeenEvent | undefined): boolean =>
  event?.climax === true && event.place !== (view.scene?.place ?? view.place?.id)

/** Words for what somebody wants, to go on with in a sentence; a name in front keeps its capital. */
export function wantWords(view: View, want: string): string {
  const text = want.trim().replace(/[.]+$/, '')
  const [first = ''] = text.split(/[\s,’']/)
  const names = [...view.actors.map(({ name }) => name), ...Object.values(view.cast ?? {}).map(({ name }) => name)]
  return names.some((name) => name.split(/[\s’']/).includes(first)) ? text : small(text)
}

/** Whether a scene of this session had the title of a story event, alone or with something behind it; its summary begins with that. */
export const wasPlayed = (view: View, { title }: Pick<SeenEvent, 'title'>): boolean =>
  view.summaries.scenes.some((text) =>
    text.split('\n').some((line) => [`${title}.`, `${title},`, `${title}:`].some((head) => line.replace(/^- /, '').startsWith(head)))
  )

/** Whether the running scene was about what somebody wanted and that is settled now. */
export function isSettledNow(view: View): boolean {
  const who = view.atlas?.().people.find(({ name }) => isAbout(view.scene?.title, name))
  if (!who) return false
  const met = view.actors.find(({ id }) => id === who.id)?.sheet?.met ?? []
  // The title says which of their wants it is.
  const nth = WANTED.findIndex((wanted) => TRIED.some((end) => view.scene?.title === `What ${who.name} ${wanted}${end}`))
  const wants = nth === WANTED.length - 1 ? [...met.slice(nth), who.wants] : [[...met, who.wants][nth] ?? '']
  return wants.some((want) => want !== '' && isNotedWant(view, who.name, want))
}
