import type { ForeignCalls } from '../../shared/contract/foreign-calls'
import { toProblem } from '../../shared/base/problem'
import { beginHere, checkOut, lookHere } from '../story/creation/beside-files'
import { formatOf, mapText } from '../story/creation/found-maps'
import type { Desk } from './desk'
import { importWorld } from '../story/world/map-files'

/** The calls about repositories without a campaign. */
export function foreignCalls({ writable, open, announce, resources }: Desk): ForeignCalls {
  /** A map that can't be imported gives a note; the campaign is created without it. */
  const bringIn = async (path: string): Promise<string[]> => {
    const { campaign, table } = writable()
    return table.inOrder(async () => {
      try {
        const file = { text: mapText(campaign.history, path), format: formatOf(path) ?? 'json', region: undefined }
        const { notes } = await importWorld(campaign, file)
        announce({ kind: 'head' })
        return notes
      } catch (thrown) {
        return [`${path} was not imported. ${toProblem(thrown).message}`]
      }
    })
  }
  return {
    foreign: async ({ dir }) => lookHere(dir),
    createHere: async ({ dir, title, game = 'cairn-hack', gameName, seed = '1', map }) => {
      await beginHere({ dir, title, game, gameName, seed, resources, now: Date.now() })
      const campaign = await open(dir)
      return { campaign, notes: map === undefined ? [] : await bringIn(map) }
    },
    openBranch: async ({ dir, branch }) => {
      checkOut(dir, branch)
      return open(dir)
    }
  }
}
