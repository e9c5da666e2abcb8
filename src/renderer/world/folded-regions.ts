import { arrange, useSession } from '../session'

const NONE: readonly string[] = []

/** The regions of the open campaign that are folded into one card; saved on this machine. */
export const foldedRegions = (): readonly string[] => {
  const { desk, present } = useSession.getState()
  const folded = desk.folded[present?.campaign.dir ?? '']
  return Array.isArray(folded) ? folded : NONE
}

/** Folds a region into one card on the map, or unfolds it. */
export function setFolded(region: string, into: boolean): void {
  const { desk, present } = useSession.getState()
  if (!present) return
  const others = foldedRegions().filter((one) => one !== region)
  arrange({ folded: { ...desk.folded, [present.campaign.dir]: into ? [...others, region] : others } })
}
