import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** OpenAPI 3.1 of the partner API, made from the contracts that the server parses with. */
export async function describeRoutes(fastify: FastifyInstance): Promise<void> {
  await fastify.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Inlay partner API",
        version: "2026-11-01",
        description: "Create businesses and users, prequalify businesses, and sign users in with connect tokens.",
      },
      components: {
        securitySchemes: { key: { type: "http", scheme: "bearer", description: "A secret or restricted key." } },
      },
      security: [{ key: [] }],
    },
    transform: (input) => {
      const { schema, url, route } = input;
      if (route.config?.audience !== "partner") return { schema: { ...schema, hide: true }, url };
      return jsonSchemaTransform(input as Parameters<typeof jsonSchemaTransform>[0]);
    },
  });
  fastify.get("/openapi.json", { config: { action: "platform.introduce" }, schema: { hide: true } }, (_, reply) =>
    reply.type("application/json").send(JSON.stringify(fastify.swagger())),
  );
}
