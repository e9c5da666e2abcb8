import { isObject, type Json, own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf, sceneFolder } from '../../../shared/story/layout'
import type { Note } from '../../campaign/notes/note'
import { withoutNothing } from '../../../shared/words/nothing-yet'
import { searchable } from '../../campaign/notes/search-words'
import type { StorySnapshot } from '../story'

type World = Pick<StorySnapshot, 'state' | 'lore'>

/** The texts of a world that are in YAML files, as notes that can be searched: places, journeys, what people tell and believe, and the story's lists. */
export function worldTexts({ state, lore }: World): Note[] {
  const nameOf = (id: string): string => own(state.places, id)?.name ?? id
  return [
    ...Object.entries(state.places).map(([id, { name, region, features, inventory }]) => {
      const { description = '', gm_guide: guide = '', senses = [] } = own(lore.places, id) ?? {}
      return noteOf(pathOf('location', { region, id }), name, [description, guide, ...textsIn(senses), ...textsIn(features), ...textsIn(inventory)])
    }),
    ...Object.entries(state.journeys).map(([id, { from, to, region, direction, duration, risks, requires = '' }]) => {
      const texts = [own(lore.journeys, id) ?? '', direction, duration, ...risks, requires]
      return noteOf(pathOf('journeys', { region }), `${nameOf(from)} to ${nameOf(to)}`, texts)
    }),
    ...Object.entries(state.actors).flatMap(([id, { kind, name, reveals = {}, inventory }]) => {
      const folder = actorFolder(kind, id)
      const told = [...textsIn(reveals), ...textsIn(inventory)]
      const believed = Object.entries(own(lore.actors, id)?.beliefs ?? {}).flatMap(([what, { text = '' }]) => [words(what), text])
      return [
        ...(told.length > 0 ? [noteOf(`${folder}/${fileName('sheet')}`, name, told)] : []),
        ...(believed.length > 0 ? [noteOf(`${folder}/${fileName('beliefs')}`, `What ${name} believes`, believed)] : [])
      ]
    }),
    ...(['quests', 'threads', 'factions', 'relationships'] as const).flatMap((list) =>
      Object.entries(state[list]).map(([id, entry]) => noteOf(pathOf('state'), `${list} ${words(id)}`, textsIn(entry)))
    )
  ]
}

/** The places where the party has been, as its members saw them: no guide, no feature, nothing that lies there now. */
export function visitedPlaces({ state, lore }: World): Note[] {
  const here = new Set(Object.values(state.actors).flatMap(({ kind, location }) => (kind === 'player' ? location : [])))
  return Object.entries(state.places).flatMap(([id, { name, region, tags }]) => {
    const { description = '', senses = [] } = own(lore.places, id) ?? {}
    return tags['visited'] === true || here.has(id) ? [noteOf(pathOf('location', { region, id }), name, [description, ...senses])] : []
  })
}

/** What the summaries tell the players: of every scene, and of the campaign. */
export function recapTexts({ scenes, pages }: Pick<StorySnapshot, 'scenes' | 'pages'>): Note[] {
  const campaign = withoutNothing(pages().recaps.campaign ?? '')
  return [
    ...scenes().flatMap(({ session, number, recap = '' }) =>
      recap === '' ? [] : [noteOf(`${sceneFolder(session, number)}/${fileName('sceneSummary')}`, `Session ${session}, scene ${number}`, [recap])]
    ),
    ...(campaign === '' ? [] : [noteOf(pathOf('summary'), 'The campaign so far', [campaign])])
  ]
}

export function noteOf(path: string, title: string, texts: readonly string[]): Note {
  const body = texts.filter((text) => text.trim() !== '').join('\n')
  return {
    path,
    title,
    tags: [],
    created: '',
    modified: '',
    body,
    matter: '',
    searched: searchable(`${title}\n\n${body}`),
    properties: [],
    links: [],
    called: []
  }
}

const words = (id: string): string => id.replaceAll(/[-_:]/g, ' ')

/** Every text in a value, with the names of what it holds as words. */
function textsIn(value: Json | object): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one as Json))
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => (isObject(one) ? [words(key), ...textsIn(one)] : textsIn(one as Json))) : []
}
