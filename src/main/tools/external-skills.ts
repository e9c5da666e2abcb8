import { misfitWords } from '../../shared/base/schema-errors'
import type { Problem } from '../../shared/base/problem'
import type { Skill, SkillRequest, SkillResult } from '../../shared/table/skills'
import type { ToolTrust } from '../../shared/contract/table-calls'
import { findTools, type FoundTool } from './find-tools'
import { serverSkills } from './mcp-skills'
import { runTool } from './run-tool'
import { stateParts } from './state-parts'
import { usedIfUnchanged } from './unchanged'

/** Decides whether the content of a tool may run. */
export interface ToolPermission {
  /** The decision about the tool with this key and content. */
  toolTrust(dir: string, key: string, hash: string): ToolTrust
}

/** The skills of trusted tools, and the problems of the others. */
export interface ExternalSkills {
  skills: Skill[]
  findings: Problem[]
}

/** The trusted tools of the campaign in `dir`, and of the app's own folder `home`, as skills. An untrusted tool has none. */
export async function externalSkills(dir: string, home: string | undefined, permission: ToolPermission): Promise<ExternalSkills> {
  const { tools, findings } = findTools(dir, home)
  const skills: Skill[] = []
  for (const tool of tools) {
    if (permission.toolTrust(dir, tool.key, tool.hash) !== 'trusted') continue
    if (tool.kind === 'program') skills.push(programSkill(tool))
    else if (tool.kind === 'mcp') {
      const served = await serverSkills(tool)
      skills.push(...served.skills)
      findings.push(...served.findings)
    }
  }
  return { skills, findings }
}

function programSkill(tool: FoundTool): Skill {
  const { name, description, input, state, timeout, folder } = tool
  return {
    name,
    description,
    inputSchema: input,
    state,
    timeoutSeconds: timeout,
    runs: 'external',
    origin: folder,
    misfit: (parameters) => {
      const fits = tool.parameters.safeParse(parameters)
      return fits.success ? undefined : `${name}: ${misfitWords(fits.error, 'the parameters')}.`
    },
    run: (request, signal) => usedIfUnchanged(tool, signal, (cancel) => run(tool, request, cancel))
  }
}

async function run(tool: FoundTool, request: SkillRequest, cancel: AbortSignal): Promise<SkillResult> {
  // The executor ends a skill that takes too long; this limit is a backup.
  const { answer, stderr } = await runTool(tool, { ...request, state: stateParts(request.state, tool.state) }, { cancel })
  return { ...answer, stateChanges: answer.stateChanges, ...(stderr === '' ? {} : { stderr }) }
}
