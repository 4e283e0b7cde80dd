// Asks the real AI SDK. Reads one JSON question per line and answers each with one JSON line, in order.
//
// {"ask": "generate" | "convert" | "validate" | "send", "version": "4" … "7" | "7-first", "messages": […],
//  "provider": "openai" …, "system": …} → {"made": …} or {"refused": "AI_SomeError: words"}

import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const packages = createRequire(pathToFileURL(process.argv[2] + '/package.json'));
globalThis.AI_SDK_LOG_WARNINGS = false;
console.warn = console.log = console.error = console.info = () => {};
process.on('unhandledRejection', () => {});

const load = name => import(pathToFileURL(packages.resolve(name)).href);
const major = version => version.split('-')[0];
const EVERY_URL = { '*/*': [/.*/] };
const NOT_SENT = new Error('the network is not for tests');
globalThis.fetch = async () => { throw NOT_SENT; };

const USAGE = {
  4: { promptTokens: 1, completionTokens: 1 },
  5: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  6: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  7: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
};

// A model that says "ok" and remembers the prompt it was given.
function mockModel(version) {
  const seen = {};
  const answer = async ({ prompt }) => {
    seen.prompt = prompt;
    return {
      text: 'ok',
      content: [{ type: 'text', text: 'ok' }],
      finishReason: version >= 6 ? { unified: 'stop', raw: 'stop' } : 'stop',
      usage: USAGE[version],
      warnings: [],
      rawCall: { rawPrompt: null, rawSettings: {} },
    };
  };
  const model = {
    specificationVersion: `v${version - 3}`,
    provider: 'mock',
    modelId: 'mock',
    defaultObjectGenerationMode: 'json',
    supportsImageUrls: true,
    supportsUrl: () => true,
    supportedUrls: EVERY_URL,
    doGenerate: answer,
  };
  return { model, seen };
}

const PROVIDERS = {
  openai: (module, settings) => module.createOpenAI(settings).chat('gpt-4.1'),
  'openai-responses': (module, settings) => module.createOpenAI(settings).responses('gpt-4.1'),
  'openai-compatible': (module, settings) =>
    module.createOpenAICompatible({ ...settings, name: 'compatible', baseURL: 'https://compatible.test/v1' })
      .chatModel('some-model'),
  anthropic: (module, settings) => module.createAnthropic(settings)('claude-sonnet-4-5'),
  google: (module, settings) => module.createGoogleGenerativeAI(settings)('gemini-2.5-flash'),
  'amazon-bedrock': (module, settings) =>
    module.createAmazonBedrock({ ...settings, apiKey: undefined, region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' })(
      'anthropic.claude-sonnet-4-5-20250929-v1:0'),
  mistral: (module, settings) => module.createMistral(settings)('mistral-large-latest'),
};
// Without `store` OpenAI is sent what an item holds, and not a reference to it.
const STATELESS = { 'openai-responses': { openai: { store: false } } };
const PACKAGES = { 'openai-responses': 'openai' };

// Some packages leave calls and results out of a request that offers no tools.
function offered(names, sdk) {
  const schema = sdk.jsonSchema({ type: 'object', properties: {} });
  return names?.length
    ? Object.fromEntries(names.map(name => [name, { description: name, inputSchema: schema, parameters: schema }]))
    : undefined;
}

async function capturedBody({ provider, version, messages, system, tools }) {
  const module = await load(`${PACKAGES[provider] ?? provider}-${major(version)}`);
  let body;
  const fetch = async (url, init) => {
    body = JSON.parse(init.body);
    throw NOT_SENT;
  };
  const model = PROVIDERS[provider](module, { apiKey: 'none', fetch });
  const sdk = await load(`ai-${version}`);
  const prompt = major(version) === '7' && system !== undefined ? { instructions: system } : { system };
  const providerOptions = STATELESS[provider];
  try {
    await sdk.generateText({ model, messages, ...prompt, tools: offered(tools, sdk), providerOptions, maxRetries: 0 });
  } catch (error) {
    if (body === undefined) throw error;
  }
  return body;
}

const asked = {
  async generate({ version, messages, system }) {
    const { generateText } = await load(`ai-${version}`);
    const { model, seen } = mockModel(Number(major(version)));
    const prompt = major(version) === '7' && system !== undefined ? { instructions: system } : { system };
    await generateText({ model, messages, ...prompt, maxRetries: 0 });
    return seen.prompt;
  },
  async convert({ version, messages }) {
    const sdk = await load(`ai-${version}`);
    return version === '4' ? sdk.convertToCoreMessages(messages) : await sdk.convertToModelMessages(messages);
  },
  async validate({ version, messages }) {
    const sdk = await load(`ai-${version}`);
    return await sdk.validateUIMessages({ messages });
  },
  send: capturedBody,
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const question = JSON.parse(line);
    answer = { made: (await asked[question.ask](question)) ?? null };
  } catch (error) {
    answer = { refused: `${error?.name}: ${error?.message}` };
  }
  let text;
  try {
    text = JSON.stringify(answer);
  } catch (error) {
    text = JSON.stringify({ refused: `${error?.name}: ${error?.message}` });
  }
  process.stdout.write(text + '\n');
}
