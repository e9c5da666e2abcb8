import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolResultSchema, type JSONRPCMessage, ListToolsResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { isObject, type JsonObject } from '../../shared/base/json'
import { visible } from '../../shared/base/visible'
import { isDeeper } from '../../shared/base/is-deeper'
import { failedAnswer, MAX_ANSWER_DEPTH, type ProgramAnswer } from './contract'
import { endingWords, inEmptyFolder } from './run-tool'
import { type EndedProcess, type RunningProcess, type ProcessStart, startProcess } from './process-tree'
import type { Tool } from './manifest'

/** A tool of a server. */
export interface ServerTool {
  name: string
  description: string
  /** JSON Schema of its parameters. */
  inputSchema: JsonObject
}

/** A server's answer, or a sentence about why there is none; and its standard error. */
export type ServerReply<T> = ({ value: T } | { failure: string }) & { stderr: string }

const MAX_LIST_PAGES = 20
const MAX_SERVER_TOOLS = 200

/** Starts a server of the Model Context Protocol, lists its tools, and ends it. */
export function listServer(tool: Tool, cancel?: AbortSignal): Promise<ServerReply<ServerTool[]>> {
  return withServer(tool, cancel, async (client) => {
    const found: ServerTool[] = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_LIST_PAGES && found.length < MAX_SERVER_TOOLS; page++) {
      // Not with `listTools`, which compiles the schemas that it receives.
      const { tools, nextCursor } = await client.request(
        { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
        ListToolsResultSchema
      )
      for (const { name, description = name, inputSchema } of tools) found.push({ name, description, inputSchema: inputSchema as JsonObject })
      if (nextCursor === undefined) break
      cursor = nextCursor
    }
    return found.slice(0, MAX_SERVER_TOOLS)
  })
}

/** Starts a server, uses one of its tools once, and ends it. Doesn't change the state. */
export async function useServer(
  tool: Tool,
  name: string,
  parameters: JsonObject,
  cancel?: AbortSignal
): Promise<{ answer: ProgramAnswer; stderr: string }> {
  const served = await withServer(tool, cancel, (client) =>
    client.request({ method: 'tools/call', params: { name, arguments: parameters } }, CallToolResultSchema)
  )
  const { stderr } = served
  if ('failure' in served) return { answer: failedAnswer(served.failure), stderr }
  const { content, structuredContent, isError = false } = served.value
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  if (isError) return { answer: failedAnswer(text === '' ? `The tool ${tool.name} failed without saying why.` : text), stderr }
  if (isDeeper(structuredContent, MAX_ANSWER_DEPTH))
    return { answer: failedAnswer(`The tool ${tool.name} answered with lists and objects nested more than ${MAX_ANSWER_DEPTH} deep.`), stderr }
  const output = isObject(structuredContent) ? structuredContent : { text }
  return { answer: { success: true, output, stateChanges: [], errors: [] }, stderr }
}

/** Runs work with a server, in an empty folder and with the limits of a tool. Then the server and all its child processes are ended. */
async function withServer<T>(tool: Tool, cancel: AbortSignal | undefined, work: (client: Client) => Promise<T>): Promise<ServerReply<T>> {
  return inEmptyFolder(tool, async (how) => {
    const transport = new ProcessTransport({ ...how, timeoutMs: tool.timeout * 1000, ...(cancel ? { cancel } : {}) })
    const client = new Client({ name: 'proscenium', version: '1.0.0' })
    try {
      await client.connect(transport)
      const value = await work(client)
      const { stderr } = await transport.end()
      return { value, stderr }
    } catch (error) {
      // Requests to an ended process fail too, but the reason for its end says more.
      const { isOver } = transport
      const ended = await transport.end()
      return { failure: failureOf(tool, isOver ? ended : undefined, error), stderr: ended.stderr }
    }
  })
}

function failureOf(tool: Tool, ended: EndedProcess | undefined, error: unknown): string {
  const why = ended && endingWords(tool, ended.ending, tool.timeout)
  if (why !== undefined) return why
  if (ended) return `The server ${tool.name} ended before it had answered (exit code ${ended.code ?? 'none'}).`
  if (error instanceof McpError) return `The server ${tool.name} refused: ${visible(error.message.slice(0, 500))}.`
  return `The server ${tool.name} doesn't keep to the Model Context Protocol. It answered what can't be read.`
}

/** Messages to and from a process with a tool's limits. */
class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #start: ProcessStart
  readonly #read: ReadBuffer
  #running: RunningProcess | undefined
  /** Whether the process ended, or had to be ended, before the work was done. */
  isOver = false

  constructor(start: ProcessStart) {
    this.#start = start
    this.#read = new ReadBuffer({ maxBufferSize: start.maxOutputBytes + (1 << 20) })
  }

  start(): Promise<void> {
    this.#running = startProcess({ ...this.#start, onOutput: (part) => this.#hear(part) })
    const over = (): void => {
      this.isOver = true
      this.onclose?.()
    }
    this.#running.ended.then(over, over)
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#running?.write(serializeMessage(message))
    return Promise.resolve()
  }

  async close(): Promise<void> {
    await this.end()
  }

  /** Ends the process and returns how it ended. Throws the system's error if it could not be started. */
  async end(): Promise<EndedProcess> {
    if (!this.#running) throw new Error('The process was never started.')
    this.#running.stop()
    return this.#running.ended
  }

  #hear(part: Buffer): void {
    try {
      this.#read.append(part)
      for (let message = this.#read.readMessage(); message !== null; message = this.#read.readMessage()) this.onmessage?.(message)
    } catch {
      // The line isn't a message, so nothing after it can be trusted.
      this.#running?.stop('garbage')
    }
  }
}
