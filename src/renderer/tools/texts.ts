import type { ToolPlace, ToolTrust } from '../../shared/contract/tool-calls'

/** Texts on tools: programs beside the campaign. */
export const toolTexts = {
  places: { campaign: 'From this campaign', own: 'Your own' } satisfies Record<ToolPlace, string>,
  states: { trusted: 'Trusted', declined: 'Not trusted', new: 'New', changed: 'Changed' } satisfies Record<ToolTrust, string>,
  unusable: 'Can’t be used'
} as const
