import type { CampaignName, LanguageSetup } from '../../../shared/contract/language-calls'
import { api } from '../../client'
import { useSession } from '../../session'
import { draftsForCore } from '../live'

let setup: Promise<LanguageSetup> | undefined
let asked: { key: string; names: Promise<readonly CampaignName[]> } | undefined

/** Types and schemas, which are the same for every campaign. */
export function languageSetup(): Promise<LanguageSetup> {
  setup ??= api.languageSetup.query().catch((error: unknown) => {
    setup = undefined
    throw error
  })
  return setup
}

/** Everything that the campaign defines, drafts included. Fetched again only after a save or an edit. */
export function campaignNames(edits: number): Promise<readonly CampaignName[]> {
  const { present } = useSession.getState()
  const key = `${present?.campaign.dir} ${present?.head} ${edits}`
  if (asked?.key !== key) asked = { key, names: api.names.query({ drafts: draftsForCore() }).catch(() => []) }
  return asked.names
}
