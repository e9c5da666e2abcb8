import { drawMapImage } from '../../shared/map-image/map-image'
import { coloursOf } from '../../shared/map-image/palette'
import { svgOf } from '../../shared/map-image/svg'
import { readPiece } from '../../shared/map/piece'
import type { WorldCalls } from '../../shared/contract/world-calls'
import type { OpenCampaign } from '../story/open-campaign'
import { editWorld } from '../story/world/edit-world'
import { exportWorld, importWorld } from '../story/world/map-files'
import { spotsOf } from '../story/world/map-layout'
import type { Desk } from './desk'

/** Edits the campaign after the current turn. The table continues to play. */
export function edited<T>({ writable, announce }: Desk, work: (campaign: OpenCampaign) => Promise<T>): Promise<T> {
  const { campaign, table } = writable()
  return table.inOrder(async () => {
    await campaign.inStep()
    const done = await work(campaign)
    announce({ kind: 'head' })
    table.tell()
    return done
  })
}

/** The calls that edit the world, import maps and export them. */
export const worldCalls = (desk: Desk): WorldCalls => ({
  editWorld: ({ edits }) => edited(desk, (campaign) => editWorld(campaign, edits)),
  importWorld: ({ text, format, region }) => edited(desk, (campaign) => importWorld(campaign, { text, format, region })),
  readPiece: async ({ text }) => readPiece(text),
  exportWorld: async ({ format, at, secrets }) => {
    const { campaign } = desk.current()
    return exportWorld(campaign, format, { at: at ?? campaign.snapshot.commit.id, secrets })
  },
  mapImage: async ({ theme: look, seenOnly, at }) => {
    const { past, snapshot } = desk.current().campaign
    const { state, lore } = past.hydratedAt(at ?? snapshot.commit.id)
    const { spots, rows } = await spotsOf(state, new Map(Object.entries(lore.map)))
    const image = drawMapImage(lore.title, state, spots, { people: true, words: true, seenOnly })
    return { svg: svgOf(image, coloursOf(look)), unlabelled: image.unlabelled, rows }
  }
})
