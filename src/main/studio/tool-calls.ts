import type { CampaignTools, ToolCalls } from '../../shared/contract/tool-calls'
import { findTools } from '../tools/find-tools'
import { toolFaults } from '../tools/tool-faults'
import type { Desk } from './desk'

/** The calls about tools. `home`: the app's own folder, whose `tools/` contains the user's own. */
export function toolCalls(desk: Desk, home: string): ToolCalls {
  const look = (): CampaignTools => {
    const { dir } = desk.current().info
    const { tools, findings } = findTools(dir, home)
    return {
      tools: tools.map(({ name, description, folder, place, kind, run, continue: next, environment, state, key, hash }) => ({
        name,
        description,
        folder,
        place,
        kind,
        command: [run, ...(next ? [next] : [])].map((line) => line.join(' ')).join(' · '),
        state,
        environment,
        trust: desk.machine.toolTrust(dir, key, hash),
        key,
        hash
      })),
      findings: [...findings, ...toolFaults(tools)].map((finding) => finding.toJSON())
    }
  }
  return {
    tools: async () => look(),
    trustTools: async ({ decisions }) => {
      const { dir } = desk.current().info
      const { tools } = findTools(dir, home)
      const current = decisions.filter(({ key, hash }) => tools.some((tool) => tool.key === key && tool.hash === hash))
      if (current.length > 0) desk.machine.decideTools(dir, current)
      return look()
    }
  }
}
