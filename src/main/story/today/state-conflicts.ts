import { isObject, own, pointer } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import { STORY_PARTS, storyName, type StoryKind } from '../../../shared/story/story-state'
import { actorFolderIn, FILES } from '../../campaign/layout'
import { movedEntries } from '../../campaign/world/merge'
import { running } from '../../engine/documents'
import { type Choice, type OpenConflict, hasTurn, type FileDraft } from './conflict'
import { addedPlaces, entryIn, type RemovedThing, isSpared, leaveOut, type MergeInput, nameOf, sheetOf, otherKind } from './merge-input'
import { placeConflicts } from './place-conflicts'
import { conditionConflicts, itemConflicts, statConflicts } from './rule-conflicts'

/** Everything that the story's state names and the new files don't have, with the ways to decide it. */
export function stateConflicts(input: MergeInput): OpenConflict[] {
  const gone = goneFrom(input)
  return [
    ...[...gone.actors].map((id) => actorConflict(input, id)),
    ...[...gone.kinds].map((id) => kindConflict(input, id)),
    ...[...gone.places].flatMap((id) => placeConflicts(input, id, gone)),
    ...eventConflicts(input),
    ...storyConflicts(input),
    ...factConflicts(input),
    ...itemConflicts(input),
    ...conditionConflicts(input),
    ...statConflicts(input)
  ]
}

function goneFrom({ state, files }: MergeInput): RemovedThing {
  const missing = Object.entries(state.actors).filter(([id, { kind }]) => files.bytes(sheetOf(kind, id)) === undefined)
  const isOther = ([id, { kind }]: (typeof missing)[number]): boolean => files.bytes(sheetOf(otherKind(kind), id)) !== undefined
  const added = new Set(addedPlaces(files).keys())
  const places = Object.entries(state.places).flatMap(([id, { region }]) =>
    files.bytes(pathOf('location', { region, id })) === undefined && !added.has(id) ? [id] : []
  )
  return {
    actors: new Set(missing.filter((one) => !isOther(one)).map(([id]) => id)),
    kinds: new Set(missing.filter(isOther).map(([id]) => id)),
    places: new Set(places)
  }
}

function actorConflict(input: MergeInput, id: string): OpenConflict {
  const { state, below, where } = input
  const name = nameOf(input, id)
  const back: Choice = {
    id: 'back',
    words: `Bring ${name} back`,
    apply: (files) => {
      for (const path of below(actorFolderIn(state, id))) files.restore(path)
    }
  }
  const leave: Choice = { id: 'leave', words: `Leave ${name} out`, apply: leaveOut(input, id) }
  const isFree = isSpared(input, id)
  return {
    id: `actor ${id}`,
    words: `${name} is in the story ${where.here}, and no longer in ${where.there}${isFree ? '' : ', but has a turn now'}.`,
    choices: isFree ? [leave, back] : [back],
    preselected: isFree ? 'leave' : 'back'
  }
}

function kindConflict(input: MergeInput, id: string): OpenConflict {
  const { state, below, where } = input
  const name = nameOf(input, id)
  const kind = own(state.actors, id)?.kind ?? 'player'
  const words = { player: 'a player', npc: 'a character of the DM' }
  const keep: Choice = {
    id: 'beat',
    words: `${name} stays ${words[kind]}`,
    apply: (files) => {
      const other = `world/${kind === 'player' ? 'npcs' : 'players'}/${id}/`
      for (const path of files.changed.keys()) if (path.startsWith(other)) files.set(path, null)
      for (const path of below(actorFolderIn(state, id))) files.restore(path)
    }
  }
  const isFree = !hasTurn(state).has(id)
  return {
    id: `kind ${id}`,
    words: `${name} is ${words[kind]} ${where.here}, and ${words[otherKind(kind)]} in ${where.there}.`,
    choices: isFree ? [{ id: 'today', words: `${name} becomes ${words[otherKind(kind)]}` }, keep] : [keep],
    preselected: isFree ? 'today' : 'beat'
  }
}

/** The story events that are gone: that of the scene or of a document that is played, and those that were edited here. */
function eventConflicts({ state, lore, files, below, where, changed }: MergeInput): OpenConflict[] {
  const played = new Set([state.scene?.story, running(state)?.event].filter((id) => id !== undefined))
  const edited = [...changed].flatMap(([id, kind]) => (kind === 'event' ? [id] : []))
  return [...new Set([...played, ...edited])].flatMap((id): OpenConflict[] => {
    if (files.bytes(pathOf('storyEvent', { id })) !== undefined || files.before(pathOf('storyEvent', { id })) === undefined) return []
    const title = lore.story.find((event) => event.id === id)?.title ?? id
    const { scene } = state
    return [
      {
        id: `event ${id}`,
        words: played.has(id)
          ? `The scene plays “${title}”, which is no longer in ${where.there}.`
          : `The story event “${title}” was edited ${where.here}, and is no longer in ${where.there}.`,
        choices: [
          {
            id: 'end',
            words: played.has(id) ? 'Go on without it' : 'Leave it out',
            apply: (draft) => {
              if (scene?.story === id) draft.splice(`${scene.path}/ABOUT.md`, { keys: ['story'], to: undefined })
              if (own(state.plays ?? {}, id)) draft.splice(FILES.state, { keys: ['plays', id], to: undefined })
            }
          },
          { id: 'back', words: `Bring “${title}” back`, apply: (draft) => below(`world/story/${id}`).forEach((path) => draft.restore(path)) }
        ],
        preselected: 'end'
      }
    ]
  })
}

/** Quests, factions and threads of the story that the world no longer has. */
function storyConflicts({ state, files, where, asked }: MergeInput): OpenConflict[] {
  if (!files.changed.has(FILES.state)) return []
  const kinds = (Object.keys(STORY_PARTS) as StoryKind[]).filter((kind) => kind !== 'relationship')
  return kinds.flatMap((kind) => {
    const part = STORY_PARTS[kind]
    return Object.entries(state[part]).flatMap(([id, entry]): OpenConflict[] => {
      const now = entryIn(files.bytes(FILES.state), FILES.state, part)
      const was = entryIn(files.before(FILES.state), FILES.state, part)
      const isRenamed = movedEntries(was ?? {}, now ?? {}).some(({ from }) => from === pointer([id]))
      if (asked.has(`${FILES.state}${pointer([part, id])}`) || isRenamed || own(isObject(now) ? now : {}, id) !== undefined) return []
      const name = storyName(kind, state, id)
      return [
        {
          id: `${kind} ${id}`,
          words: `The ${kind} “${name}” is in the story ${where.here}, and no longer in ${where.there}.`,
          choices: [
            { id: 'leave', words: 'Leave it out' },
            { id: 'back', words: 'Bring it back', apply: (draft) => draft.splice(FILES.state, { keys: [part, id], to: entry }) }
          ],
          preselected: 'leave'
        }
      ]
    })
  })
}

/** Facts that are set at the beat and that no file of the new world names any more. */
function factConflicts({ state, files, below, where, asked }: MergeInput): OpenConflict[] {
  const names = (bytes: Buffer | null | undefined, fact: string): boolean => bytes?.includes(fact) === true
  const changed = [...files.changed].filter(([path]) => path !== FILES.state && /^(?:world|rules)\//.test(path))
  const lost = Object.keys(state.facts).filter(
    (fact) => changed.some(([path]) => names(files.before(path), fact)) && !changed.some(([, bytes]) => names(bytes, fact))
  )
  const rest = lost.length === 0 ? [] : [...below('world'), ...below('rules')].filter((path) => path !== FILES.state && !files.changed.has(path))
  return lost
    .filter(
      (fact) =>
        entryIn(files.bytes(FILES.state), FILES.state, 'facts', fact) !== undefined &&
        !asked.has(`${FILES.state}${pointer(['facts', fact])}`) &&
        !rest.some((path) => names(files.before(path), fact))
    )
    .map((fact) => ({
      id: `fact ${fact}`,
      words: `The fact “${fact}” is ${String(own(state.facts, fact))} ${where.here}, and nothing in ${where.there} names it.`,
      choices: [
        { id: 'keep', words: 'Keep it' },
        { id: 'drop', words: 'Remove it', apply: (draft: FileDraft) => draft.splice(FILES.state, { keys: ['facts', fact], to: undefined }) }
      ],
      preselected: 'keep'
    }))
}
