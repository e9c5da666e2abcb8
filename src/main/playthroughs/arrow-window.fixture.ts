import type { Studio } from '../../shared/api'
import type { ArrowCall, AssistantMessage } from '../../arrow'
import { textOf } from '../../arrow/documents.fixture'

/** A window's side of a conversation, over the contract alone: it executes what it is asked for by the contract's own call. */
export class Window {
  readonly heard: AssistantMessage[] = []
  text = textOf('untitled-new-project.arrow')
  #stop = new AbortController()
  #wake: () => void = () => undefined
  failed: unknown

  constructor(
    private readonly studio: Studio,
    private readonly assistant: 'built-in' | 'model',
    private readonly conversation: string
  ) {
    void this.#listen()
  }
  async #listen(): Promise<void> {
    try {
      for await (const message of this.studio.arrowAssistant({ conversation: this.conversation, assistant: this.assistant }, this.#stop.signal)) {
        this.heard.push(message)
        if (message.type === 'function_call_batch') await this.#execute(message.request_id, message.functions as ArrowCall[])
        if (message.type === 'function_call') await this.#execute(message.request_id, [message])
        this.#wake()
      }
    } catch (thrown) {
      this.failed = thrown
    }
    this.#wake()
  }
  async #execute(request_id: string, calls: readonly ArrowCall[]): Promise<void> {
    const { result, text } = await this.studio.runArrowCalls({ text: this.text, calls: calls.map((one) => ({ ...one })), context: { selected: [2] } })
    this.text = text ?? this.text
    await this.tell({ type: 'function_result', request_id, success: result.success, result, arrow_content: this.text })
  }
  tell(message: object): Promise<void> {
    return this.studio.tellArrowAssistant({ conversation: this.conversation, message: JSON.stringify(message) })
  }
  async until(type: AssistantMessage['type'], nth = 1): Promise<void> {
    while (this.heard.filter((one) => one.type === type).length < nth && this.failed === undefined)
      await new Promise<void>((wake) => (this.#wake = wake))
  }
  async ask(message: string): Promise<void> {
    const ends = this.heard.filter(({ type }) => type === 'end').length
    await this.until('connected')
    await this.tell({ type: 'hello', capabilities: ['functions', 'batch', 'text_chunk'] })
    await this.tell({ type: 'user_message', message, history: [], selected_node_ids: [2], current_scene_id: 0, arrow_content: this.text })
    await this.until('end', ends + 1)
  }
  get said(): string[] {
    return this.heard.flatMap((one) => (one.type === 'chat_response' ? [one.message] : []))
  }
  leave(): void {
    this.#stop.abort()
  }
}
