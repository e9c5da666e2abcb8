import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/main/rules/ready.fixture.ts'],
    setupFiles: ['src/main/rules/ready.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Vitest would leave one processor idle; of two that is half.
    maxWorkers: '100%'
  }
})
