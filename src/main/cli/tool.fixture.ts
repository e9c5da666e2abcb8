import type { CampaignTools, ToolTrust } from '../../shared/contract/table-calls'

/** A campaign with one tool, and one that can't be used. */
export const lampTools = (trust: ToolTrust): CampaignTools => ({
  tools: [
    {
      name: 'lamp',
      description: 'Lights lamps.',
      folder: '/stories/well/tools/lamp',
      place: 'campaign',
      kind: 'program',
      command: 'node lamp.mjs',
      environment: [],
      state: ['actors'],
      trust,
      key: 'tools/lamp',
      hash: 'a'.repeat(64)
    }
  ],
  findings: [{ code: 'bad-file', message: '/stories/well/tools/odd is a link. Replace it by a copy.' }]
})
