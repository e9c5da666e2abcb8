import { z } from 'zod'
import { misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import type { Skill } from '../../shared/table/skills'
import { visible } from '../../shared/base/visible'
import type { ExternalSkills } from './external-skills'
import type { FoundTool } from './find-tools'
import type { Tool } from './manifest'
import type { Served, ServerTool } from './mcp'
import { usedIfUnchanged } from './unchanged'

/** The tools of servers, by folder and content. A server that didn't answer is asked again when its files change. */
const listed = new Map<string, Promise<Served<ServerTool[]>>>()
/** The most characters of a server's text in a sentence. */
const MAX_SHOWN = 64
/** The most characters of a description, as in a manifest. */
const MAX_DESCRIPTION_CHARACTERS = 2000
const NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The tools of a trusted server as skills. The server is started once to list them, and once for each use. */
export async function serverSkills(server: FoundTool): Promise<ExternalSkills> {
  const { listServer } = await import('./mcp')
  const key = `${server.folder}\0${server.hash}`
  const listing = listed.get(key) ?? listServer(server)
  listed.set(key, listing)
  const served = await listing
  const wrong = (why: string): Problem => new Problem('bad-file', why, { file: server.folder })
  if ('failure' in served)
    return { skills: [], findings: [wrong(`${served.failure} Correct it in ${server.folder}; it is asked again when its files change.`)] }
  const found: ExternalSkills = { skills: [], findings: [] }
  for (const tool of served.value) {
    const parameters = schemaOf(tool)
    const fault = serverToolFault(server, tool)
    if (fault === undefined && parameters) found.skills.push(serverSkill(server, tool, parameters))
    else found.findings.push(wrong(`The server ${server.name} has a tool "${visible(tool.name.slice(0, MAX_SHOWN))}". ${fault ?? ''}`))
  }
  return found
}

/** Why a tool of a server can't be a skill, with a remedy; undefined if it can. */
export function serverToolFault(server: Tool, tool: ServerTool): string | undefined {
  if (!NAME.test(nameOf(server, tool))) return "Its name can't be used. Rename it, with letters, digits, - and _."
  return schemaOf(tool) ? undefined : "Its parameters are described in a way that Proscenium doesn't understand. Simplify its schema."
}

const nameOf = (server: Tool, tool: ServerTool): string => `${server.name}_${tool.name}`

function schemaOf({ inputSchema }: ServerTool): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(inputSchema)
  } catch {
    return undefined
  }
}

function serverSkill(server: FoundTool, tool: ServerTool, parameters: z.ZodType): Skill {
  const name = nameOf(server, tool)
  return {
    name,
    description: tool.description.slice(0, MAX_DESCRIPTION_CHARACTERS),
    inputSchema: tool.inputSchema,
    state: [],
    timeoutSeconds: server.timeout,
    runs: 'external',
    origin: server.folder,
    misfit: (given) => {
      const fits = parameters.safeParse(given)
      return fits.success ? undefined : `${name}: ${misfitWords(fits.error, 'the parameters')}.`
    },
    run: (request, signal) =>
      usedIfUnchanged(server, signal, async (cancel) => {
        const { useServer } = await import('./mcp')
        const { answer, stderr } = await useServer(server, tool.name, request.parameters, cancel)
        return { ...answer, ...(stderr === '' ? {} : { stderr }) }
      })
  }
}
