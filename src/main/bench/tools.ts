import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ToolRequest } from '../tools/contract'
import { readTool } from '../tools/manifest'
import { inEmptyFolder, runTool } from '../tools/run-tool'
import { reading, type Reading } from './reading'

/** The measurement with a goal. */
export const TOOL_OVERHEAD = 'a tool, beyond its bare process'

/** The cost of a tool's limits, its empty folder and the checks, in ms beyond the same program started without any of them. */
export async function measureTools(root: string, rounds: number): Promise<Reading> {
  const tool = readTool(join(root, 'tools/quest-tool'))
  const request: ToolRequest = {
    actionId: 'a',
    skill: tool.name,
    parameters: { do: 'create', id: 'bell', name: "The Ferryman's bell" },
    state: { quests: {} },
    sessionId: 'bench'
  }
  const program = join(tool.folder, 'quest-tool.mjs')
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const alone = await inEmptyFolder(tool, async ({ cwd, env }) => {
      const begun = performance.now()
      await bare(program, JSON.stringify(request), { cwd, env })
      return performance.now() - begun
    })
    const begun = performance.now()
    const { answer } = await runTool(tool, request)
    if (!answer.success) throw new Error(`The tool for the bench failed: ${answer.errors.join(' ')}`)
    // The first round warms the system's cache of the program.
    if (round > 0) times.push(performance.now() - begun - alone)
  }
  return reading(TOOL_OVERHEAD, times)
}

/** Runs the program once, in the same folder and environment as a tool, and reads all of its output. */
function bare(program: string, input: string, where: { cwd: string; env: Readonly<Record<string, string>> }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { ...where, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdout.resume()
    child.once('error', reject)
    child.once('close', () => resolve())
    child.stdin.end(input)
  })
}
