/** A part of an answer. `json` is the raw text of a tool's input, which may be invalid JSON. */
export type Part = { text: string } | { thought: string } | { redacted: string } | { tool: string; input: unknown } | { tool: string; json: string }

/** The fake's reply to one request: an answer, an error, or misbehaviour. */
export type FakeReply =
  | {
      parts: readonly Part[]
      stop?: string
      refusal?: string
      /** The tokens of the answer. */ output?: number
      /** The stream ends only then. */ until?: Promise<unknown>
    }
  | { status: number; type: string; message?: string; headers?: Record<string, string> }
  /** An incomplete answer, and how it ends: the connection is closed, an error event is sent, the stream ends too early, or nothing more is sent. */
  | { parts: readonly Part[]; after: number; ending: 'cut' | 'end' | 'silence' | { type: string; message: string } }
  /** A response that is no stream, or no response. With `ending`, nothing more is sent after the body. */
  | { body: string | Buffer; contentType?: string; status?: number; headers?: Record<string, string>; ending?: 'silence' }
  /** A stream that repeats its last part until the connection is closed. */
  | { opening: string; repeated: string }
  | { ending: 'silence' | 'cut' }
