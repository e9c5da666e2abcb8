import type { AbortSignalLike } from '../../shared/agents'
import { misfitWords } from '../../shared/misfit'
import { toProblem, type Problem } from '../../shared/problem'
import { failedSkill, type Skill, type SkillRequest, type SkillResult } from '../../shared/skills'
import type { ToolTrust } from '../../shared/tool-calls'
import { findTools, type FoundTool } from './find-tools'
import { fingerprint } from './fingerprint'
import { runTool } from './run-tool'
import { stateParts } from './state-parts'

/** What decides whether the content of a tool may run. */
export interface ToolPermission {
  /** What was decided about the tool of this key and content. */
  toolTrust(dir: string, key: string, hash: string): ToolTrust
}

/** The skills that trusted tools give, and what is wrong with the others. */
export interface ExternalSkills {
  skills: Skill[]
  findings: Problem[]
}

/** The trusted tools of the campaign in `dir`, and of the app's own folder `home`, as skills. A tool that nobody has trusted gives none. */
export async function externalSkills(dir: string, home: string | undefined, permission: ToolPermission): Promise<ExternalSkills> {
  const { tools, findings } = findTools(dir, home)
  const skills: Skill[] = []
  for (const tool of tools) {
    if (permission.toolTrust(dir, tool.key, tool.hash) === 'trusted') skills.push(programSkill(tool))
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
    run: (request, signal) => asResult(tool, signal, (cancel) => run(tool, request, cancel))
  }
}

async function run(tool: FoundTool, request: SkillRequest, cancel: AbortSignal): Promise<SkillResult> {
  // The executor ends a skill that takes too long; this is for one that it forgets.
  const { answer, stderr } = await runTool(tool, { ...request, state: stateParts(request.state, tool.state) }, { cancel })
  return { ...answer, stateChanges: answer.stateChanges, ...(stderr === '' ? {} : { stderr }) }
}

/** Uses a tool if it is still what was trusted. What goes wrong is a failed result. */
async function asResult(tool: FoundTool, signal: AbortSignalLike, use: (cancel: AbortSignal) => Promise<SkillResult>): Promise<SkillResult> {
  try {
    if (fingerprint(tool.folder) !== tool.hash)
      return failedSkill(`The tool ${tool.name} has changed since it was trusted. Look at it under Tools and trust it again.`)
    return await use(cancelledBy(signal))
  } catch (error) {
    return failedSkill(toProblem(error).message)
  }
}

/** A signal of Node that follows one of the core. */
function cancelledBy(signal: AbortSignalLike): AbortSignal {
  const cancel = new AbortController()
  if (signal.aborted) cancel.abort()
  else signal.addEventListener('abort', () => cancel.abort())
  return cancel.signal
}
