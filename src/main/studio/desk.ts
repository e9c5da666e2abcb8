import type { CampaignInfo } from '../../shared/story/campaign'
import type { NewEvent } from '../../shared/table/present'
import type { Machine } from '../machine/machine'
import type { OriginSecrets } from '../machine/origin-secrets'
import type { OpenFolder } from './open-folder'

/** The context of every family of calls. */
export interface Desk {
  /** The open campaign. Throws Problem `not-found` if none is open. */
  current: () => OpenFolder
  /** The open campaign, for changes. Throws Problem `locked` if it is open for reading only. */
  writable: () => OpenFolder
  /** Pauses the table and works between two beats. Throws as `writable` does. */
  between: <T>(work: (open: OpenFolder) => Promise<T>) => Promise<T>
  /** Sends an event to every window. */
  announce: (event: NewEvent) => void
  /** Opens a campaign in place of the current one. */
  open: (dir: string) => Promise<CampaignInfo>
  machine: Machine
  tokens: OriginSecrets
  /** The app's folder with `rules/` and `resources/`. */
  resources: string
}
