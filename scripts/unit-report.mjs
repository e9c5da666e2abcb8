// A reporter for Vitest: writes counts and times as JSON to the file that UNIT_REPORT names. Vitest's own JSON has no times of hooks.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './setup.mjs'

export default class UnitReport {
  onTestRunEnd(modules, errors) {
    const files = modules.map((module) => {
      const tests = [...module.children.allTests()].map((test) => ({
        title: test.fullName,
        state: test.result().state,
        error: test.result().errors?.[0]?.message,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000
      }))
      const seconds = module.diagnostic().duration / 1000
      const hooks = seconds - tests.reduce((sum, test) => sum + test.seconds, 0)
      // Of a file whose hooks fail, or that can't be read, no test has failed.
      const isBroken = !module.ok() && !tests.some(({ state }) => state === 'failed')
      const error = isBroken ? (module.errors()[0]?.message ?? 'failed outside its tests') : undefined
      const outside = { title: 'setup and teardown', state: isBroken ? 'failed' : 'outside', error, seconds: hooks }
      return { file: relative(ROOT, module.moduleId), seconds, tests: [...tests, outside] }
    })
    const stray = errors.map(({ message }) => ({ title: 'outside any file', state: 'failed', error: message, seconds: 0 }))
    if (stray.length > 0) files.push({ file: 'unit', seconds: 0, tests: stray })
    const states = files.flatMap(({ tests }) => tests.map(({ state }) => state))
    const count = (wanted) => states.filter((state) => state === wanted).length
    writeFileSync(process.env.UNIT_REPORT, JSON.stringify({ passed: count('passed'), failed: count('failed'), skipped: count('skipped'), files }))
  }
}
