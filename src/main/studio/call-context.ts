import type { AbortSignalLike } from '../../shared/base/abort'
import type { CampaignInfo } from '../../shared/story/campaign'
import type { NewEvent } from '../../shared/table/present'
import type { Machine } from '../machine/machine'
import type { OriginSecrets } from '../machine/origin-secrets'
import type { OpenCampaign } from '../story/open-campaign'
import type { OpenFolder } from './open-folder'

/** What every family of calls works with. */
export interface CallContext {
  /** The open campaign. Throws Problem `not-found` if none is open. */
  current: () => OpenFolder
  /** The open campaign, for changes. Throws Problem `locked` if it is open for reading only. */
  writable: () => OpenFolder
  /** The open campaign, for a query at a commit. One about the present first reads what other programs have committed. */
  reading: (at?: string) => Promise<OpenCampaign>
  /** Edits the campaign after the current turn, and has every window refresh. The table continues to play. Throws as `writable` does. */
  edited: <T>(work: (campaign: OpenCampaign) => Promise<T>) => Promise<T>
  /** Pauses the table and works between two beats. Throws as `writable` does. */
  between: <T>(work: (open: OpenFolder) => Promise<T>) => Promise<T>
  /** Sends an event to every window. */
  announce: (event: NewEvent) => void
  /** Opens a campaign in place of the current one. */
  open: (dir: string) => Promise<CampaignInfo>
  machine: Machine
  tokens: OriginSecrets
  /** The app's own folder, for the user's files. */
  home: string
  /** The app's folder with `rules/` and `resources/`. */
  resources: string
}

/** A signal of the platform that aborts with another one. */
export function platformSignal(stop: AbortSignalLike | undefined): AbortSignal {
  const ended = new AbortController()
  if (stop?.aborted) ended.abort()
  stop?.addEventListener('abort', () => ended.abort())
  return ended.signal
}

/** Lets all pending work run first. */
export const othersFirst = (): Promise<void> => new Promise((done) => setImmediate(done))
