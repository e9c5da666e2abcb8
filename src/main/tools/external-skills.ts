import { attempt } from '../../shared/base/attempt'
import { z } from 'zod'
import type { JsonObject } from '../../shared/base/json'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { visible } from '../../shared/base/visible'
import type { Skill, SkillRequest, SkillResult } from '../../shared/table/skills'
import type { ToolTrust } from '../../shared/contract/table-calls'
import { findTools, type FoundTool } from './find-tools'
import type { Tool } from './manifest'
import type { ServerReply, ServerTool } from './mcp'
import { runTool } from './run-tool'
import { stateParts } from './state-parts'
import { usedIfUnchanged } from './fingerprint'

/** Decides whether the content of a tool may run. */
export interface ToolPermission {
  toolTrust(dir: string, key: string, hash: string): ToolTrust
}

/** The skills of trusted tools, and the problems of the others. */
export interface ExternalSkills {
  skills: Skill[]
  findings: Problem[]
}

/** The tools of servers, by folder and content. A server that didn't answer is asked again when its files change. */
const listed = new Map<string, Promise<ServerReply<ServerTool[]>>>()
/** The most characters of a server's text in a sentence. */
const MAX_SHOWN = 64
const MAX_DESCRIPTION_CHARACTERS = 2000
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The trusted tools of the campaign in `dir`, and of the app's own folder `home`, as skills. An untrusted tool has none. */
export async function externalSkills(dir: string, home: string | undefined, permission: ToolPermission): Promise<ExternalSkills> {
  const { tools, findings } = findTools(dir, home)
  const found: ExternalSkills = { skills: [], findings }
  for (const tool of tools) {
    if (permission.toolTrust(dir, tool.key, tool.hash) !== 'trusted') continue
    if (tool.kind === 'program') found.skills.push(programSkill(tool))
    else if (tool.kind === 'mcp') await addServerSkills(found, tool)
  }
  return found
}

function programSkill(tool: FoundTool): Skill {
  const { name, description, input, state } = tool
  return externalSkill(tool, { name, description, inputSchema: input, state }, tool.parameters, async (request, cancel) => {
    // The executor ends a skill that takes too long; this limit is a backup.
    const { answer, stderr } = await runTool(tool, { ...request, state: stateParts(request.state, state) }, { cancel })
    return { ...answer, ...(stderr === '' ? {} : { stderr }) }
  })
}

function externalSkill(
  tool: FoundTool,
  about: Pick<Skill, 'name' | 'description' | 'inputSchema' | 'state'>,
  parameters: z.ZodType,
  run: (request: SkillRequest, cancel: AbortSignal) => Promise<SkillResult>
): Skill {
  return {
    ...about,
    timeoutSeconds: tool.timeout,
    runs: 'external',
    origin: tool.folder,
    misfit: (given) => {
      const fits = parameters.safeParse(given)
      return fits.success ? undefined : `${about.name}: ${misfitWords(fits.error, 'the parameters')}.`
    },
    run: (request, signal) => usedIfUnchanged(tool, signal, (cancel) => run(request, cancel))
  }
}

/** Adds the tools of a trusted server. The server is started once to list them, and once for each use. */
async function addServerSkills({ skills, findings }: ExternalSkills, server: FoundTool): Promise<void> {
  const { listServer } = await import('./mcp')
  const key = `${server.folder}\0${server.hash}`
  const listing = listed.get(key) ?? listServer(server)
  listed.set(key, listing)
  const served = await listing
  const report = (why: string): unknown => findings.push(new Problem('bad-file', why, { file: server.folder }))
  if ('failure' in served) {
    report(`${served.failure} Correct it in ${server.folder}; it is asked again when its files change.`)
    return
  }
  for (const tool of served.value) {
    const parameters = schemaOf(tool)
    const fault = serverToolFault(server, tool)
    if (fault === undefined && parameters) skills.push(serverSkill(server, tool, parameters))
    else report(`The server ${server.name} has a tool "${visible(tool.name.slice(0, MAX_SHOWN))}". ${fault ?? ''}`)
  }
}

/** Why a tool of a server can't be a skill, with a remedy; undefined if it can. */
export function serverToolFault(server: Tool, tool: ServerTool): string | undefined {
  if (!NAME.test(nameOf(server, tool))) return "Its name can't be used. Rename it, with letters, digits, - and _."
  return schemaOf(tool) ? undefined : "Its parameters are described in a way that Proscenium doesn't understand. Simplify its schema."
}

const nameOf = (server: Tool, tool: ServerTool): string => `${server.name}_${tool.name}`

const schemaOf = ({ inputSchema }: { inputSchema: JsonObject }): z.ZodType | undefined => attempt(() => z.fromJSONSchema(inputSchema), undefined)

function serverSkill(server: FoundTool, tool: ServerTool, parameters: z.ZodType): Skill {
  const description = tool.description.slice(0, MAX_DESCRIPTION_CHARACTERS)
  const about = { name: nameOf(server, tool), description, inputSchema: tool.inputSchema, state: [] }
  return externalSkill(server, about, parameters, async (request, cancel) => {
    const { useServer } = await import('./mcp')
    const { answer, stderr } = await useServer(server, tool.name, request.parameters, cancel)
    return { ...answer, ...(stderr === '' ? {} : { stderr }) }
  })
}
