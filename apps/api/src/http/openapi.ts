import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** OpenAPI 3.1 of the partner API, made from the contracts that the server parses with. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Inlay partner API",
        version: "2026-11-01",
        description: "Create businesses and users, and let people in.",
      },
      components: {
        securitySchemes: { key: { type: "http", scheme: "bearer", description: "A secret or restricted key." } },
      },
      security: [{ key: [] }],
    },
    transform: (input) => {
      const { schema, url, route } = input;
      if (route.config?.door !== "partner") return { schema: { ...schema, hide: true }, url };
      return jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0]);
    },
  });
  app.get("/openapi.json", { config: { action: "platform.introduce" }, schema: { hide: true } }, (_, reply) =>
    reply.type("application/json").send(JSON.stringify(app.swagger())),
  );
}
