import { z } from 'zod'
import { mutation, query, type Methods } from './calls'
import type { ProblemData } from '../base/problem'

/** The location of a tool: the campaign, or the user's own folder on this machine. */
export type ToolPlace = 'campaign' | 'own'

/** `new`: not decided yet; `changed`: the decision was about other content. Only a trusted tool runs. */
export type ToolTrust = 'trusted' | 'declined' | 'new' | 'changed'

/** A tool beside the campaign, and whether it may run. */
export interface ToolInfo {
  name: string
  description: string
  /** Its folder, as shown to users. */
  folder: string
  place: ToolPlace
  /** `agent`: it plays seats and is not a skill. */
  kind: 'program' | 'mcp' | 'agent'
  /** The command to run. */
  command: string
  /** The parts of the state that it requests. */
  state: string[]
  /** Environment variables that it receives. */
  environment: string[]
  trust: ToolTrust
  /** Identifies it for trust: its name on this machine, and the hash of its content. */
  key: string
  hash: string
}

/** The tools of the open campaign, and the faults of unusable ones. */
export interface CampaignTools {
  tools: ToolInfo[]
  findings: ProblemData[]
}

const Decision = z.object({ key: z.string().min(1).max(4096), hash: z.string().regex(/^[0-9a-f]{64}$/), trust: z.boolean() })
/** A decision about the content of one tool. */
export type ToolDecision = z.infer<typeof Decision>

/** The calls about tools: programs beside the campaign. */
export const toolCalls = {
  /** Every tool of the campaign and of the user's own folder. Starts none of them. */
  tools: query().returns<CampaignTools>(),
  /** Decides which tools may run with this campaign, on this machine only. A tool that has changed since it was shown stays undecided. */
  trustTools: mutation(z.object({ decisions: z.array(Decision).min(1).max(500) })).returns<CampaignTools>()
}
export type ToolCalls = Methods<typeof toolCalls>
