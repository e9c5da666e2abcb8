import { Aborter } from '../../shared/base/abort'
import type { ArrowCall, ArrowDocument, AssistantMessage, AssistantSpending, ArrowCallResult } from '../../arrow'
import { toProblem } from '../../shared/base/problem'
import type { Usage } from '../../shared/table/turns'
import { added } from '../../shared/table/usage'
import { NO_DESIGN_DOCUMENTS, RequestStopped, type Assistant, type DesignContext, type AssistantTools } from './assistant'
import { callEditor, settled, type EditorCapabilities } from './call-editor'
import { readMessage, type DesignDocument, type FileSync, type FunctionResult, type UserMessage } from './messages'
import { mirrorText, type EditorAnswer, type Project } from './project'

/** The longest time that an editor may take to answer a call, in ms. */
export const RESULT_TIMEOUT_MS = 30_000
/** The most projects of one client that are kept, the most calls whose late answers still count, and the most design documents in a prompt. */
const MAX_PROJECTS = 8
const MAX_ISSUED = 64

/** The storage of projects' design documents. */
export interface DesignStore {
  /** Adds a document to a project. Returns one sentence for the user. */
  take(project: string, document: DesignDocument): Promise<string>
  /** The documents of a project, and their passages about a question. */
  about(project: string, question: string): Promise<DesignContext>
}

/** The dependencies of a session. */
export interface SessionPorts {
  /** Sends one message to the client, wrapped in `data` if `nested`. */
  send(message: AssistantMessage, nested: boolean): void
  readonly assistant: Assistant
  readonly documents?: DesignStore
  /** Calls `elapsed` after so many ms. Returns a function that cancels it. */
  timer(ms: number, elapsed: () => void): () => void
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** A new unique id for a session or a call. */
  newId(): string
}

interface Issued {
  readonly calls: readonly ArrowCall[]
  readonly project: Project
  /** The mirror when they were sent. */
  readonly from: ArrowDocument | undefined
  /** Resolves the wait; absent if nothing waits any more. */
  answered?: (answer: EditorAnswer) => void
}
interface Run {
  readonly stop: Aborter
  readonly nested: boolean
  /** The part of the current message that was sent. */
  drafted: string
  used?: Usage
}

/** The server's side of one client's conversation: messages in, messages out, one request at a time. Nobody else sees its projects. */
export class ProtocolSession {
  readonly #projects = new Map<string, Project>()
  readonly #issued = new Map<string, Issued>()
  #peer: EditorCapabilities = { functions: false, batch: false, chunks: false }
  #run: Run | undefined
  /** The models' usage in this session. */
  #used: Usage | undefined
  #closed = false
  #lastProject = ''

  readonly #ports: SessionPorts

  constructor(ports: SessionPorts) {
    this.#ports = ports
    ports.send({ type: 'connected', data: { sessionId: ports.newId(), serverTime: ports.now() } }, false)
  }

  /** Handles one message of the client. An invalid message is answered with one sentence and changes nothing. */
  receive(text: string): void {
    if (this.#closed) return
    const message = readMessage(text)
    if ('fault' in message) return this.#send({ type: 'chat_response', message: message.fault })
    switch (message.type) {
      case 'hello':
        return this.#know(message.body.capabilities)
      case 'file_sync':
        return this.#sync(message.body)
      case 'design_doc_sync':
        return void this.#takeDesign(message.body)
      case 'user_message':
        return void this.#start(message.body, message.nested)
      case 'function_result':
        return this.#answer(message.body)
      case 'stop':
        return this.#stop()
    }
  }

  /** The server ends: a request that goes on is stopped, and its user is told. */
  shutDown(): void {
    if (this.#run) {
      this.#send({ type: 'chat_response', message: 'The assistant was shut down, so this request ended. What it did until then stays.' })
      this.#stop()
    }
    this.close()
  }

  /** The client has disconnected: ends its request. */
  close(): void {
    this.#closed = true
    this.#run?.stop.abort()
    this.#run = undefined
  }

  #know(capabilities: readonly string[]): void {
    this.#peer = { functions: capabilities.includes('functions'), batch: capabilities.includes('batch'), chunks: capabilities.includes('text_chunk') }
  }

  #send(message: AssistantMessage, nested = this.#run?.nested ?? false): void {
    if (!this.#closed) this.#ports.send(message, nested)
  }

  /** The project with an id; a new one replaces the least recently used one. */
  #project(id: string | number | null | undefined): Project {
    const key = id === null || id === undefined ? this.#lastProject : String(id)
    const project = this.#projects.get(key) ?? { context: {} }
    this.#projects.delete(key)
    this.#projects.set(key, project)
    this.#lastProject = key
    const [oldest] = this.#projects.keys()
    if (this.#projects.size > MAX_PROJECTS && oldest !== undefined) this.#projects.delete(oldest)
    return project
  }

  #sync({ project_id, arrow_content, timestamp }: FileSync): void {
    const project = this.#project(project_id)
    if (typeof timestamp === 'number') {
      if (project.timestamp !== undefined && timestamp < project.timestamp) return
      project.timestamp = timestamp
    }
    const reason = mirrorText(project, arrow_content)
    if (reason !== undefined) this.#send({ type: 'chat_response', message: reason })
  }

  async #takeDesign(document: DesignDocument): Promise<void> {
    const { documents } = this.#ports
    const project = document.project_id ?? this.#lastProject
    const words = documents
      ? await documents.take(String(project), document).catch((thrown: unknown) => toProblem(thrown).message)
      : `“${document.file_name.slice(0, 100)}” wasn’t read: this server reads no design documents. Paste what matters into your message.`
    this.#send({ type: 'chat_response', message: words })
  }

  #stop(): void {
    const run = this.#run
    if (!run) return
    run.stop.abort()
    this.#finish(run)
  }

  #finish(run: Run): void {
    if (this.#run !== run) return
    this.#run = undefined
    this.#send({ type: 'status', status: 'ready', ...this.#spending(run) }, run.nested)
    this.#send({ type: 'end' }, run.nested)
  }

  /** The cost of a request, if a model was used. */
  #spending({ used }: Run): { usage?: AssistantSpending } {
    if (!used) return {}
    const { input, cacheRead, cacheWrite, output, cost } = used
    const total = this.#used?.cost
    return {
      usage: { input: input + cacheRead + cacheWrite, output, ...(cost !== undefined && { cost }), ...(total !== undefined && { total_cost: total }) }
    }
  }

  async #start(body: UserMessage, nested: boolean): Promise<void> {
    this.#run?.stop.abort()
    const run: Run = { stop: new Aborter(), nested, drafted: '' }
    this.#run = run
    const project = this.#project(body.current_project_id)
    const projectId = this.#lastProject
    const reason = body.arrow_content ? mirrorText(project, body.arrow_content) : project.unreadable
    this.#send({ type: 'status', status: 'processing' })
    const { document } = project
    if (!document || reason !== undefined) {
      this.#send({ type: 'chat_response', message: reason ?? 'No document was sent yet. Send it with file_sync, then ask again.' })
      return this.#finish(run)
    }
    const { lastCreated } = project.context
    const scene = body.current_scene_id
    project.context = {
      ...(typeof scene === 'number' && document.resources.scenes.has(scene) && { scene }),
      // Ids of nodes that are gone stay, so that “the selected node” is no other node.
      selected: body.selected_node_ids ?? [],
      ...(lastCreated !== undefined && document.resources.nodes.has(lastCreated) && { lastCreated }),
      ids: { now: this.#ports.now() }
    }
    const history = (body.history ?? []).map(({ message, output }) => ({ message: message ?? '', output: output ?? '' }))
    try {
      await this.#ports.assistant({ message: body.message, history }, this.#hands(run, project, projectId))
    } catch (thrown) {
      if (!(thrown instanceof RequestStopped) && this.#run === run) this.#send({ type: 'chat_response', message: toProblem(thrown).message })
    }
    this.#finish(run)
  }

  #hands(run: Run, project: Project, projectId: string): AssistantTools {
    const goingOn = (): void => {
      if (run.stop.aborted) throw new RequestStopped()
    }
    const tell = (message: AssistantMessage): void => {
      goingOn()
      this.#send(message)
    }
    return {
      stop: run.stop,
      document: () => {
        goingOn()
        if (!project.document) throw new RequestStopped()
        return project.document
      },
      context: () => project.context,
      say: (message) => {
        tell({ type: 'chat_response', message })
        run.drafted = ''
      },
      draft: (text) => {
        const at = text.startsWith(run.drafted) ? run.drafted.length : 0
        if (this.#peer.chunks && text.length > at) tell({ type: 'text_chunk', text: text.slice(at), at })
        run.drafted = text
      },
      used: (usage) => {
        run.used = run.used ? added(run.used, usage) : usage
        this.#used = this.#used ? added(this.#used, usage) : usage
        if (!run.stop.aborted) this.#send({ type: 'status', status: 'processing', ...this.#spending(run) })
      },
      call: async (calls): Promise<ArrowCallResult> => {
        goingOn()
        return callEditor(calls, project, this.#peer, (some, batch) => this.#ask(run, project, some, batch))
      },
      documents: (question) => this.#ports.documents?.about(projectId, question) ?? Promise.resolve(NO_DESIGN_DOCUMENTS)
    }
  }

  /** Sends calls and waits for the answer. Rejects with `RequestStopped` when the request is over. */
  #ask(run: Run, project: Project, calls: readonly ArrowCall[], batch: boolean): Promise<EditorAnswer> {
    if (run.stop.aborted) return Promise.reject(new RequestStopped())
    const request_id = this.#ports.newId()
    return new Promise((done, fail) => {
      const issued: Issued = { calls, project, from: project.document }
      const cancel = this.#ports.timer(RESULT_TIMEOUT_MS, () => {
        delete issued.answered
        done({ success: false, code: 'TIMEOUT', error: `The editor didn’t answer within ${RESULT_TIMEOUT_MS / 1000} s. Check it, then ask again.` })
      })
      issued.answered = (answer) => {
        cancel()
        this.#issued.delete(request_id)
        done(answer)
      }
      run.stop.addEventListener('abort', () => {
        cancel()
        delete issued.answered
        fail(new RequestStopped())
      })
      this.#issued.set(request_id, issued)
      const [oldest] = this.#issued.keys()
      if (this.#issued.size > MAX_ISSUED && oldest !== undefined) this.#issued.delete(oldest)
      const [only] = calls
      if (batch || !only) this.#send({ type: 'function_call_batch', request_id, functions: calls })
      else this.#send({ type: 'function_call', request_id, function: only.function, arguments: only.arguments })
    })
  }

  /** Handles the answer to a call. A late one only updates the mirror; an answer to an unknown call does nothing. */
  #answer(body: FunctionResult): void {
    const issued = this.#issued.get(body.request_id)
    if (!issued) return
    const { request_id, success, result, error, code, referenced_by, used_by, arrow_content } = body
    const answer: EditorAnswer = {
      success,
      result,
      ...(typeof error === 'string' && { error }),
      ...(typeof code === 'string' && { code }),
      ...(referenced_by && { referenced_by }),
      ...(used_by && { used_by }),
      ...(typeof arrow_content === 'string' && { arrow_content })
    }
    if (issued.answered) return issued.answered(answer)
    this.#issued.delete(request_id)
    settled(issued.calls, issued.project, issued.from, answer)
  }
}
