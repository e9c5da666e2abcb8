import { own } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import type { WorldCalls } from '../../shared/contract/world-calls'
import { drawMapImage } from '../../shared/map-image/map-image'
import { coloursOf } from '../../shared/map-image/palette'
import { portraitsIn, withPortraits } from '../../shared/map-image/shape'
import { svgOf } from '../../shared/map-image/svg'
import { readPiece } from '../../shared/map/piece'
import { narrativeWeights } from '../../shared/narrator/weights'
import { beliefsOf } from '../../shared/words/belief-words'
import { createNote } from '../story/notes/ruling-draft'
import { noteList, notePage } from '../story/notes/read-notes'
import { portraitSources } from '../story/transcript/pictures'
import { applyMutations, editWorld } from '../story/world/edit-world'
import { exportWorld, importWorld, spotsOf } from '../story/world/map-files'
import { runPlan } from '../table/run-plan'
import type { CallContext } from './call-context'

/** The calls about the world: edits, maps, notes, and narrators' output. */
export function worldCalls({ current, writable, reading, edited }: CallContext): WorldCalls {
  const head = (): string => current().campaign.snapshot.commit.id
  const hydratedAt = (at = head()) => current().campaign.past.hydratedAt(at)
  return {
    editWorld: ({ edits }) => edited((campaign) => editWorld(campaign, edits)),
    importWorld: ({ text, format, region }) => edited((campaign) => importWorld(campaign, { text, format, region })),
    readPiece: async ({ text }) => readPiece(text),
    exportWorld: async ({ format, at = head(), secrets }) => exportWorld(current().campaign, format, { at, secrets }),
    mapImage: async ({ theme: look, seenOnly, at }) => {
      const { state, lore } = hydratedAt(at)
      const { spots, rows } = await spotsOf(state, new Map(Object.entries(lore.map)))
      const { portraits } = lore
      const drawn = drawMapImage(lore.title, state, spots, { people: true, words: true, seenOnly, portraits })
      const image = withPortraits(drawn, portraitSources(current().campaign, at ?? head(), portraitsIn(drawn)))
      return { svg: svgOf(image, coloursOf(look)), unlabelled: image.unlabelled, rows }
    },

    notes: async ({ as, at, have }) => noteList(await reading(at), as, at, have),
    note: async ({ path, as, at }) => notePage(await reading(at), path, as, at),
    createNote: ({ from, target }) =>
      edited(async (campaign) => {
        const { beat, path } = await createNote(campaign, from, target)
        return { ...beat, path }
      }),

    applyMutations: ({ text }) => edited((campaign) => applyMutations(campaign, text)),
    runPlan: async ({ text }) => {
      await writable().campaign.external.checkAdopted()
      return runPlan(writable(), text)
    },
    narratives: async ({ at }) => {
      const { state, lore } = hydratedAt(at)
      return Object.entries(narrativeWeights({ state, lore }))
        .flatMap(([id, weight]) => {
          const narrative = own(lore.narratives, id)
          return narrative ? { id, name: narrative.name, type: narrative.type, focus: narrative.focus ?? 1, ...weight } : []
        })
        .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    },
    beliefs: async ({ of, at }) => {
      const { state, lore } = hydratedAt(at)
      if (of !== undefined && !own(state.actors, of))
        throw new Problem('not-found', `This campaign has no character "${of}". Name one that "proscenium state" lists.`, { id: of })
      return Object.entries(state.actors).flatMap(([id, { name }]) => {
        const beliefs = of === undefined || of === id ? beliefsOf(id, state, lore) : []
        return beliefs.length === 0 ? [] : [{ id, name, beliefs }]
      })
    }
  }
}
