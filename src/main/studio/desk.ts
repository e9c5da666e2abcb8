import type { CampaignInfo } from '../../shared/campaign'
import type { NewEvent } from '../../shared/present'
import type { Machine } from '../machine/machine'
import type { OriginSecrets } from '../machine/origin-secrets'
import type { OpenFolder } from './open-folder'

/** What every family of calls works with. */
export interface Desk {
  /** The open campaign. Throws Problem `not-found` if none is open. */
  current: () => OpenFolder
  /** The open campaign, to change it. Throws Problem `locked` if it is open for reading only. */
  writable: () => OpenFolder
  /** Pauses the table and works between two beats. Throws as `writable` does. */
  between: <T>(work: (open: OpenFolder) => Promise<T>) => Promise<T>
  /** Tells every window. */
  announce: (event: NewEvent) => void
  /** Opens a campaign in place of the current one. */
  open: (dir: string) => Promise<CampaignInfo>
  machine: Machine
  tokens: OriginSecrets
  /** The app's own folder, which holds `rules/` and `resources/`. */
  resources: string
}
