import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ToolRequest } from '../tools/contract'
import { readTool } from '../tools/manifest'
import { runTool } from '../tools/run-tool'
import { reading, type Reading } from './reading'

/** The measurement with a goal. */
export const TOOL_OVERHEAD = 'a tool, beyond its bare process'

/** What the limits, the empty folder and the checks of a tool cost, in ms beyond the same program started without any of them. */
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
    const begun = performance.now()
    await bare(program, JSON.stringify(request))
    const between = performance.now()
    const { answer } = await runTool(tool, request)
    if (!answer.success) throw new Error(`The tool for the bench failed: ${answer.errors.join(' ')}`)
    // The first round warms the system's cache of the program.
    if (round > 0) times.push(performance.now() - between - (between - begun))
  }
  return reading(TOOL_OVERHEAD, times)
}

/** Runs the program once and reads all of its output. */
function bare(program: string, input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdout.resume()
    child.once('error', reject)
    child.once('close', () => resolve())
    child.stdin.end(input)
  })
}
