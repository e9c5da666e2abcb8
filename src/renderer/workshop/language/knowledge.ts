import type { CampaignName, LanguageSetup, NameKind } from '../../../shared/language-calls'
import { api } from '../../client'
import { useSession } from '../../session'
import { draftsForCore } from '../live'

/** What the editor has asked the core about the campaign. */
export interface Knowledge {
  names: readonly CampaignName[]
  setup: LanguageSetup
}

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

/** Everything that the campaign defines, drafts included. Asked again only when something was saved or typed since. */
export function campaignNames(edits: number): Promise<readonly CampaignName[]> {
  const { present } = useSession.getState()
  const key = `${present?.campaign.dir} ${present?.head} ${edits}`
  if (asked?.key !== key) asked = { key, names: api.names.query({ drafts: draftsForCore() }).catch(() => []) }
  return asked.names
}

/** The kind of a name as the core calls it; a parameter or a fact is none. */
export const isKind = (kind: string, of: NameKind): boolean => kind === of
